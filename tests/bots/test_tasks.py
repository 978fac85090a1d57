"""The sweep finds everything the house owes, whatever message was lost (A17)."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots import answering, tasks
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.outcome import EndReason
from games.services import lobby, undo
from games.services.deadlines import MAX_REFUSALS, Expire
from games.services.errors import GameOverError
from games.services.execute import execute
from games.services.play_errors import UndoImpossibleError
from games.services.seat_errors import NotAwayError, SeatResignedError
from games.store import decisions
from games.store.models import OpenDecision
from tests.bots.rings import taken
from tests.services.table import Table, bot, new_game, owed_by
from tests.store.soundness import assert_log_is_sound


def overdue(table: Table) -> list[decisions.HouseDecision]:
    """Return what the sweep lists of one game."""
    owed = decisions.owed_by_house(overdue_seconds=0)
    return [one for one in owed if one.game == table.game]


def finish(table: Table) -> None:
    """Bring a game to its end: the sweep for the house, first legal moves for accounts."""
    for _ in range(3000):
        state = table.state
        if state.status is not Status.RUNNING:
            return
        house = [owed for owed in state.owed if state.seats[owed.seat].played_by_house]
        assert [(one.seat, one.opened) for one in overdue(table)] == [
            (owed.seat, owed.opened) for owed in house
        ]
        for owed in house:
            assert answering.answer(table.game, owed.seat, owed.opened)
        if not house:
            table.answer()
    raise AssertionError("the game does not end")


def expire(table: Table) -> None:
    """Let what accounts owe expire at once; of the house no refusals count."""
    state = table.state
    for owed in state.owed:
        if state.seats[owed.seat].played_by_house:
            continue
        for _ in range(MAX_REFUSALS):
            decisions.refuse(table.game, owed.seat, owed.opened)
        execute(Expire(game=table.game, cause=Cause.EXPIRY, refused=(owed.seat, owed.opened)))


def move(table: Table) -> None:
    table.play(1)


def take(table: Table) -> None:
    """Let an account that can take the herd do so: a move that can be undone."""
    state = table.state
    by_account = not state.status.is_over and not state.seats[table.owed().seat].played_by_house
    if by_account and "take" in table.legal():
        table.answer("take")


def take_back(table: Table) -> None:
    """Let every account agree to an undo, whoever can have one."""
    for asker in filter(None, table.askers):
        with suppress(UndoImpossibleError, SeatResignedError, GameOverError):
            undo.consent_to_undo(game=table.game, asker=asker)


OF_THE_TABLE = [move, take, take_back, expire]
COMMANDS = [lobby.resign, lobby.abort_game, lobby.return_to_seat, undo.decline_undo, *OF_THE_TABLE]


def carry_out(command: Callable[..., object], table: Table, seat: int) -> None:
    """Let one of the accounts do something; a refusal is part of the walk."""
    askers = [asker for asker in table.askers if asker is not None]
    try:
        if command in OF_THE_TABLE:
            command(table)
        else:
            command(game=table.game, asker=askers[seat % len(askers)])
    except (GameOverError, SeatResignedError, NotAwayError, UndoImpossibleError):
        pass


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    on_expiry=st.sampled_from(["house-bot", "default-move", "forfeit"]),
    kinds=st.sampled_from(["bh", "bb", "bbh", "bhh", "bbb"]),
    steps=st.lists(st.tuples(st.sampled_from([*COMMANDS, *OF_THE_TABLE]), st.integers(0, 2))),
)
def test_after_any_commands_the_sweep_brings_the_game_to_its_end(
    database, fewer_games, on_expiry, kinds, steps
):
    """A17: no event leaves the house owing something that the sweep does not find."""
    table = new_game(
        *(bot() if kind == "b" else "random" for kind in kinds),
        options={"limit": 1},
        time_control={"kind": "per_move", "seconds": 3600, "on_expiry": on_expiry},
    )
    for command, seat in steps:
        carry_out(command, table, seat)
    finish(table)
    assert_log_is_sound(table.game)


@pytest.fixture
def fewer_games(database: None) -> None:
    """Answer what other tests left to the house for later, so that one page holds ours."""
    OpenDecision.objects.filter(answerer="house").update(attempts=100)


def test_a_game_of_house_bots_alone_is_played_to_its_end_by_sweeps(fewer_games):
    table = new_game("random", "normal", "random", maker=bot(), options={"limit": 1})
    finish(table)
    outcome = assert_log_is_sound(table.game).outcome
    assert outcome is not None
    assert outcome.reason is EndReason.COMPLETED


def test_the_sweep_rings_for_what_is_overdue_and_lets_the_doorbell_go_first(
    fewer_games, clock, settings, monkeypatch
):
    monkeypatch.setattr(tasks, "OVERDUE", 30.0)  # a busy machine takes its time between two lines
    settings.HERDBOOK_HOUSE_PACE_MS = (2000, 2000)
    table = new_game("random", bot())
    taken(table.game)
    clock.advance(2.1)
    tasks.answer_owed()
    assert taken(table.game) == []
    clock.advance(tasks.OVERDUE)
    assert tasks.answer_owed() >= 1
    (ring,) = taken(table.game)
    owed = owed_by(table.state, 0)
    assert (ring.seat, ring.opened) == (owed.seat, owed.opened)
    tasks.answer(str(table.game), ring.seat, ring.opened)
    tasks.answer(str(table.game), ring.seat, ring.opened)
    assert table.types.count("CowPlayed") == 1
    tasks.answer_owed()
    assert taken(table.game) == []


def test_what_was_tried_in_vain_does_not_keep_the_others_waiting(fewer_games, monkeypatch):
    monkeypatch.setattr(decisions, "PAGE", 3)
    broken = [new_game("random", bot()) for _ in range(4)]
    for table in broken:
        owed = owed_by(table.state, 0)
        decisions.lease(table.game, owed.seat, owed.opened, seconds=0)
    table = new_game("random", bot())
    assert len(overdue(table)) == 1
    assert sum(len(overdue(one)) for one in broken) == 2


def test_a_worker_that_never_comes_back_is_replaced(fewer_games, clock):
    """S36: killed in mid-thought, the move still comes, once."""
    table = new_game("random", bot())
    owed = owed_by(table.state, 0)
    assert decisions.lease(table.game, owed.seat, owed.opened, seconds=answering.LEASE)
    assert overdue(table) == []
    clock.advance(answering.LEASE + 0.1)
    assert len(overdue(table)) == 1
    assert answering.answer(table.game, owed.seat, owed.opened)
    assert overdue(table) == []
    assert_log_is_sound(table.game)


def test_the_limits_of_a_worker_fit_into_each_other():
    """F03: far below a third of the two minutes after which the broker hands a task out again."""
    soft, hard = tasks.answer.soft_time_limit, tasks.answer.time_limit
    assert soft is not None
    assert hard is not None
    assert soft < answering.LEASE < hard < 120 / 3
