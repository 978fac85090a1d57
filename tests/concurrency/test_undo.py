"""Consents, moves and deadlines at the same moment: the log decides what came first."""

from functools import partial

import pytest

from games.engine.consent import NoUndo
from games.services import deadlines, undo
from games.services.play_errors import DecisionClosedError, UndoImpossibleError
from games.store import clock as database_clock
from tests.concurrency.racing import BOTH, answers, crew, errors
from tests.services.table import Table, bot, due, new_game, owed_by, per_move
from tests.store.soundness import assert_log_is_sound

pytestmark = BOTH
TIMES = [12, pytest.param(100, marks=pytest.mark.slow)]


def taken(seats: int, **fields) -> Table:
    """Make a game of Mow in which seat 1 has taken the herd and owes a card to open with."""
    table = new_game(*(bot() for _ in range(seats)), **fields)
    table.play(1)
    table.answer("take")
    return table


def consent(table: Table, seat: int, **fields):
    return partial(undo.consent_to_undo, game=table.game, asker=table.asker(seat), **fields)


@pytest.mark.parametrize("times", TIMES)
def test_consents_that_meet_are_all_counted_and_the_game_goes_back_once(database, times):
    with crew(3) as threads:
        for _ in range(times):
            table = taken(4)
            consent(table, 1)()
            finishes = threads.race([consent(table, seat) for seat in (0, 2, 3)])
            assert errors(finishes) == []
            assert table.types[-5:] == [
                *("UndoRequested", "UndoConsented", "UndoConsented", "UndoConsented"),
                "MoveUndone",
            ]
            assert_log_is_sound(table.game)


@pytest.mark.parametrize("times", TIMES)
def test_a_consent_and_a_move_that_meet(database, times):
    """Either the game goes back and the move's decision is closed, or the consent is void."""
    with crew(2) as threads:
        for _ in range(times):
            table = taken(2)
            consent(table, 1)()
            to_version = table.state.undo.to_version
            owed = owed_by(table.state, 1)
            move = partial(
                table.answer, table.legal(owed)[0], decision=table.decision(owed), by=table.asker(1)
            )
            agreed, moved = threads.race([consent(table, 0, to_version=to_version), move])
            assert_log_is_sound(table.game)
            if agreed.error is None:
                assert isinstance(moved.error, DecisionClosedError)
                assert table.types[-1] == "MoveUndone"
            else:
                assert isinstance(agreed.error, UndoImpossibleError)
                assert agreed.error.reason is NoUndo.REVEALED
                assert moved.error is None
                assert "MoveUndone" not in table.types


@pytest.mark.parametrize("times", TIMES)
def test_copies_of_a_keyed_consent_race_for_one_event(database, times):
    with crew(4) as threads:
        for _ in range(times):
            table = taken(2)
            consent(table, 1)()
            finishes = threads.race([consent(table, 0, key="back")] * 4)
            assert errors(finishes) == []
            assert sum(not one.replayed for one in answers(finishes)) == 1
            assert table.types.count("UndoConsented") == table.types.count("MoveUndone") == 1


@pytest.mark.parametrize("times", TIMES)
def test_an_undo_at_the_deadline_comes_before_the_expiry_or_not_at_all(database, clock, times):
    with crew(3) as threads:
        for _ in range(times):
            table = taken(2, time_control=per_move(60, "forfeit"))
            consent(table, 1)()
            until = due(owed_by(table.state, 1))
            clock.advance((until - database_clock.now()).total_seconds() - 0.01)
            sweep = partial(deadlines.expire_game, table.game)
            agreed, *swept = threads.race([consent(table, 0), sweep, sweep])
            state = assert_log_is_sound(table.game)
            assert errors(swept) == []
            undone = next((one for one in table.log if one.event.type == "MoveUndone"), None)
            if agreed.error is None:
                assert undone is not None
                assert undone.at < until
                assert state.outcome is None
            else:
                assert undone is None
                assert isinstance(agreed.error, UndoImpossibleError) or state.outcome is not None
