"""Random orders and moves: every game ends, every log is sound, and what is over stays over."""

import random
from datetime import timedelta

import pytest

from accounts.moderation.errors import StaffRefusalError
from games.engine.game import GameState, Status
from games.engine.order_events import AFTER_THE_END, OrderKind
from games.services import deadlines, lobby
from games.services.errors import ServiceError
from games.services.moderation.orders.clocks import Pause, Resume
from games.services.moderation.orders.order import Order
from games.services.moderation.orders.results import Adjudicate
from games.services.moderation.orders.seats import ReplaceByHouse, ReplaceByPlayer
from tests.moderation.orders.giving import DAY, an_order, give
from tests.moderation.staff import audited
from tests.services.table import Table, bot, new_game, per_move, person
from tests.store.soundness import assert_log_is_sound

CONTROLS = (
    per_move(DAY, "house-bot"),
    per_move(DAY, "forfeit"),
    per_move(DAY, "default-move"),
    {"kind": "fischer", "initial": DAY, "increment": 60, "cap": DAY, "on_expiry": "default-move"},
)


def some_order(table: Table, rng: random.Random) -> Order:
    kind = rng.choice(list(OrderKind))
    seat = rng.randrange(len(table.state.seats))
    if kind is OrderKind.REPLACE and rng.random() < 0.5:
        who = table.askers[seat] or person()
        return ReplaceByPlayer(seat=seat, account=who.name)
    if kind is OrderKind.REPLACE:
        return ReplaceByHouse(seat=seat, strategy=rng.choice(["random", "normal"]))
    if kind is OrderKind.ADJUDICATE:
        return Adjudicate(winners=[seat])
    if kind is OrderKind.PAUSE:
        return Pause(resume_at=table.loaded.now + timedelta(hours=rng.randrange(1, 200)))
    return an_order(kind, table)


def step(table: Table, rng: random.Random, clock) -> bool:
    """Let something happen; answer whether it was an order, and it was given."""
    state = table.state
    try:
        match rng.randrange(10):
            case 0 | 1 if not state.status.is_over or rng.random() < 0.5:
                give(table, some_order(table, rng))
                return True
            case 2:
                clock.advance(rng.choice([60, DAY / 2, DAY + 1]))
                deadlines.expire_game(table.game)
            case 3 if rng.random() < 0.2:
                lobby.resign(game=table.game, asker=table.asker(rng.choice([0, 1])))
            case _:
                if state.status is Status.PAUSED and rng.random() < 0.5:
                    give(table, Resume())
                    return True
                table.play(1)
    except (ServiceError, StaffRefusalError, StopIteration):
        pass
    return False


def must_change_only_the_result(before: GameState, after: GameState) -> None:
    assert (after.status, after.finished_at) == (before.status, before.finished_at)
    assert after.rules == before.rules
    assert after.seats == before.seats
    assert not after.owed


@pytest.mark.parametrize("seed", range(8))
def test_every_game_ends_whatever_is_ordered(seed, database, clock):
    rng = random.Random(seed)
    table = new_game(bot(), bot(), "random", time_control=CONTROLS[seed % 4], options={"limit": 10})
    given = 0
    for _ in range(120):
        before = table.state
        given += step(table, rng, clock)
        if before.status.is_over:
            must_change_only_the_result(before, table.state)
    state = table.state
    for _ in range(600):
        if state.status.is_over:
            break
        if state.status is Status.PAUSED:
            give(table, Resume())
            given += 1
        clock.advance(DAY + 1)
        deadlines.expire_game(table.game)
        table.play(1)
        state = table.state
    assert state.status.is_over
    end = next(
        place for place, name in enumerate(table.types) if name in {"GameFinished", "GameAborted"}
    )
    assert set(table.types[end + 1 :]) <= set(AFTER_THE_END)
    assert table.types.count("OrderGiven") == given == len(audited("game", table.game))
    assert_log_is_sound(table.game)
