"""What counts as a missed decision: a swap does, a race does not (S35)."""

import pytest

from games.engine.clocks import OnExpiry
from games.engine.seat_records import SeatState
from games.services import deadlines
from tests.farmyard import Deal, deal_from
from tests.services.table import Table, due, new_game, per_move, person

MINUTE = {
    "ruleset": "farmyard-cries",
    "options": {"first_seat": 0},
    "time_control": per_move(60, OnExpiry.DEFAULT_MOVE),
}

pytestmark = pytest.mark.usefixtures("database")


def missed(table: Table) -> list[int]:
    return [record.missed for record in table.state.seats]


def test_who_lets_a_race_pass_has_missed_nothing(clock, monkeypatch):
    deal_from(monkeypatch, Deal.RACE)
    table = new_game(*(person() for _ in range(6)), **MINUTE)
    kinds = {owed.kind for owed in table.state.owed}
    assert kinds == {"race"}
    clock.advance(61)
    assert deadlines.expire_game(table.game) >= 1
    assert "DecisionExpired" in table.types
    assert missed(table) == [0] * 6


def test_who_lets_a_swap_pass_has_missed_a_decision_and_is_away_after_two(clock, monkeypatch):
    deal_from(monkeypatch, Deal.PLAIN)
    table = new_game(*(person() for _ in range(3)), **MINUTE)
    clock.advance(40)
    turn = table.owed()
    table.answer("swap")
    swaps = table.state.owed
    assert [owed.kind for owed in swaps] == ["swap"] * len(swaps)
    # A full length from the commit that opened it, whenever in the turn that was.
    assert {(due(owed) - owed.opened_at).total_seconds() for owed in swaps} == {60}
    assert all(owed.opened_at > turn.opened_at for owed in swaps)
    owing = sorted(owed.seat for owed in swaps)
    clock.advance(61)
    assert deadlines.expire_game(table.game) == len(swaps)
    assert [seat for seat, times in enumerate(missed(table)) if times == 1] == owing
    second = table.owed().seat
    clock.advance(61)
    deadlines.expire_game(table.game)
    assert (missed(table)[second], table.state.seats[second].state) == (2, SeatState.AWAY)
