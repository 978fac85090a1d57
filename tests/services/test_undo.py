"""Undo through the services: clocks, house bots and everything that is derived from the log."""

from datetime import timedelta

import pytest

from bots import answering
from games.engine import registry
from games.engine.consent import NoUndo
from games.engine.registry import find_ruleset
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.services import deadlines, lobby, undo
from games.services.askers import Asker
from games.services.errors import RulesNotInstalledError
from games.services.play_errors import UndoImpossibleError
from games.store.models import OpenDecision
from games.verifying.verify import verify_game
from tests.services.table import Table, bot, due, new_game, owed_by, per_move, person
from tests.store.soundness import assert_log_is_sound

HOUR = 3600


def refused(table: Table, asker: Asker) -> NoUndo:
    version = table.state.version
    with pytest.raises(UndoImpossibleError) as refusal:
        undo.consent_to_undo(game=table.game, asker=asker)
    assert refusal.value.version == version == table.state.version
    return refusal.value.reason


def agree(table: Table, *seats: int) -> None:
    for seat in seats:
        undo.consent_to_undo(game=table.game, asker=table.asker(seat))


def swap(*seats: Asker | str, **fields: object) -> Table:
    """Make a game of Farmyard Cries in which seat 0 has called a swap."""
    table = new_game(*seats, ruleset="farmyard-cries", options={"first_seat": 0}, **fields)
    table.answer("swap")
    return table


def swap_without_a_cry() -> Table:
    """Make one in which the house, at seat 1, has nothing to cry: what is shown is not undone."""
    while True:
        table = swap(bot(), "random")
        state = table.state
        if not state.game_rules.free_moves(state.rules_state, Seat(1)):
            return table


def taken(*seats: Asker | str, **fields: object) -> Table:
    """Make a game of Mow in which seat 1 has taken the herd and owes a card to open with."""
    table = new_game(*seats, **fields)
    table.play(1)
    table.answer("take")
    return table


def test_what_is_derived_agrees_with_the_log_at_every_step(database):
    """S48: rows of decisions, snapshot and columns; verified from the log alone."""
    table = swap(bot(), person(), "random")
    for seat in (1, 0):
        owed = owed_by(table.state, seat)
        table.answer(table.legal(owed)[0], decision=table.decision(owed), by=table.asker(seat))
        assert_log_is_sound(table.game)
    for seat in (0, 1, 1, 0):
        agree(table, seat)
        state = assert_log_is_sound(table.game)
        assert verify_game(table.game).findings == []
        rows = OpenDecision.objects.filter(game_id=table.game)
        assert {(row.seat, row.opened) for row in rows} == {
            (owed.seat, owed.opened) for owed in state.owed
        }
    assert table.types.count("MoveUndone") == 2


def test_a17_the_house_is_asked_again_and_answers(database):
    table = swap_without_a_cry()
    owed = owed_by(table.state, 1)
    assert answering.answer(table.game, owed.seat, owed.opened)
    agree(table, 0)
    assert table.state.owed[0].seat == 0
    table.answer("swap")
    again = owed_by(table.state, 1)
    assert again.opened > owed.opened
    assert not answering.answer(table.game, owed.seat, owed.opened)
    assert answering.answer(table.game, again.seat, again.opened)
    assert_log_is_sound(table.game)


def test_a_house_bot_does_not_see_what_was_undone(database):
    table = swap(bot(), "random")
    before = [seen.type for seen in answering.history(table.loaded, Seat(1))]
    assert before == ["RoundDealt", "DealSealed", "SwapCalled"]
    agree(table, 0)
    seen = [one.type for one in answering.history(table.loaded, Seat(1))]
    assert "SwapCalled" not in seen
    assert {"UndoRequested", "MoveUndone"} <= set(seen)
    table.answer("swap")
    assert answering.history(table.loaded, Seat(1))[-1].type == "SwapCalled"


def test_no_time_comes_back_and_an_overdue_decision_is_not_undone(database, clock):
    table = taken(bot(), bot(), time_control=per_move(HOUR, "forfeit"))
    clock.advance(HOUR / 2)
    agree(table, 1, 0)
    state = table.state
    assert due(state.owed[0]) - state.last_at == timedelta(hours=1)
    table.answer("take")
    clock.advance(HOUR + 1)
    assert refused(table, table.asker(1)) is NoUndo.OVERDUE
    assert deadlines.expire_game(table.game) == 1
    assert_log_is_sound(table.game)


def test_a_decision_that_the_undo_closes_adds_nothing_to_a_clock(database, clock):
    control = {"kind": "fischer", "initial": HOUR, "increment": 60, "cap": 2 * HOUR}
    table = taken(bot(), bot(), time_control=control)

    def left() -> timedelta:
        found = table.state.seats[1].clock
        assert found is not None
        return found

    before = left()
    clock.advance(600)
    agree(table, 1, 0)
    assert before - timedelta(seconds=601) < left() <= before - timedelta(seconds=540)
    before = left()
    for _ in range(3):
        table.answer("take")
        agree(table, 1, 0)
    assert left() <= before + timedelta(seconds=3 * 60)  # gained by the moves, not by the undos
    assert_log_is_sound(table.game)


def test_the_game_goes_back_when_the_last_one_who_is_waited_for_leaves(database):
    table = taken(bot(), bot(), bot(), time_control=per_move(HOUR, "house-bot"))
    agree(table, 1, 0)
    assert refused(table, table.asker(1)) is NoUndo.WAITING
    lobby.resign(game=table.game, asker=table.asker(2))
    assert table.types[-2:] == ["SeatResigned", "MoveUndone"]
    assert table.state.seats[2].state is SeatState.RESIGNED
    assert_log_is_sound(table.game)


def test_nobody_gets_time_by_the_way_when_another_seat_lets_its_own_pass(database, clock):
    """Two are overdue at once: the game goes back when both are away, not when the first is."""
    table = swap(bot(), bot(), bot(), time_control=per_move(HOUR, "house-bot"))
    agree(table, 0)
    clock.advance(HOUR + 1)
    assert deadlines.expire_game(table.game) == 3
    left = [kind for kind in table.types if kind in {"SeatAway", "MoveUndone"}]
    assert left == ["SeatAway", "SeatAway", "SeatAway", "MoveUndone"]
    assert_log_is_sound(table.game)


def test_who_takes_a_seat_over_has_agreed_to_nothing(database):
    table = swap(bot(), bot(), bot())
    agree(table, 0, 1)
    undo_state = table.state.undo
    assert undo_state.consents == (0, 1)
    assert undo_state.replaced(Seat(2)) is undo_state
    assert undo_state.replaced(Seat(1)).consents == ()
    assert undo_state.replaced(Seat(1)).points == undo_state.points


def test_a_seat_that_is_away_takes_its_seat_back_first(database, clock):
    table = taken(bot(), bot(), time_control=per_move(HOUR, "house-bot"))
    clock.advance(HOUR + 1)
    assert deadlines.expire_game(table.game) == 1
    assert refused(table, table.asker(1)) is NoUndo.AWAY
    with pytest.raises(UndoImpossibleError):
        undo.decline_undo(game=table.game, asker=table.asker(1))
    lobby.return_to_seat(game=table.game, asker=table.asker(1))
    agree(table, 1, 0)
    assert table.types[-1] == "MoveUndone"


def test_without_its_rules_a_game_does_not_go_back(database, monkeypatch):
    table = taken(bot(), bot())
    later = type("LaterMow", (type(find_ruleset("mow")),), {"rules_version": 2})()
    monkeypatch.setitem(registry._rulesets, "mow", later)
    with pytest.raises(RulesNotInstalledError):
        agree(table, 1)
