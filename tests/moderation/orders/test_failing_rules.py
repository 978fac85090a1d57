"""A game whose rules fail is stuck, and staff can end it (S77)."""

import pytest

from games.engine.game import Status
from games.engine.order_events import OrderKind
from games.services import deadlines
from games.services.moderation.orders.refusals import WrongStatusError
from tests.moderation.orders.giving import DAY, an_order, give, look
from tests.requirements.failing_rules import HIDDEN, rules_that_fail
from tests.services.table import Table, bot, new_game, per_move
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")
ENDS = {OrderKind.ABORT: Status.ABORTED, OrderKind.ADJUDICATE: Status.FINISHED}


def stuck(part: str, clock) -> Table:
    table = new_game(bot(), bot(), time_control=per_move(DAY, "default-move"))
    clock.advance(DAY + 1)
    with rules_that_fail(part):
        deadlines.expire_game(table.game)
    pause = table.state.pause
    assert pause is not None
    assert pause.incident is not None
    return table


@pytest.mark.parametrize("part", ["decide", "evolve", "decisions", "outcome"])
@pytest.mark.parametrize("kind", ENDS)
def test_a_stuck_game_can_be_ended(part, kind, clock):
    table = stuck(part, clock)
    with rules_that_fail(part):
        look(table, an_order(kind, table))
        give(table, an_order(kind, table))
    assert assert_log_is_sound(table.game).status is ENDS[kind]


@pytest.mark.parametrize("part", ["decisions", "outcome"])
def test_what_needs_the_rules_is_refused_without_a_word_of_what_they_say(part, clock):
    table = stuck(part, clock)
    version = table.state.version
    for kind in (OrderKind.RESUME, OrderKind.REPLACE):
        with rules_that_fail(part), pytest.raises(WrongStatusError) as refusal:
            give(table, an_order(kind, table))
        assert HIDDEN not in str(refusal.value)
    running = new_game(bot(), bot(), time_control=per_move(DAY, "default-move"))
    orders = [an_order(kind, running) for kind in (OrderKind.PAUSE, OrderKind.EXTEND)]
    with rules_that_fail(part):
        for order in orders:
            with pytest.raises(WrongStatusError, match="rules"):
                give(running, order)
    assert table.state.version == version
    give(table, an_order(OrderKind.RESUME, table))
    assert assert_log_is_sound(table.game).status is Status.RUNNING
