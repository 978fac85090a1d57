"""A game that all agree to break off ends with the last one who is waited for (S33)."""

import pytest

from games.engine.clocks import OnExpiry
from games.engine.game import Status
from games.engine.outcome import EndReason
from games.services import deadlines, erasure, lobby, pauses
from tests.services.table import Table, new_game, per_move, person
from tests.store.soundness import assert_log_is_sound

pytestmark = pytest.mark.usefixtures("database")


def agreed_but_for_one(**fields) -> tuple[Table, int]:
    """Return a game of three which all but the one whose turn it is want to break off."""
    table = new_game(person(), person(), person(), **fields)
    last = table.owed().seat
    for seat in {0, 1, 2} - {last}:
        lobby.abort_game(game=table.game, asker=table.asker(seat))
    return table, last


def assert_broken_off(table: Table) -> None:
    state = assert_log_is_sound(table.game)
    assert state.status is Status.ABORTED
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == (EndReason.ABORTED, ())


def test_when_the_last_one_resigns():
    table, last = agreed_but_for_one()
    answer = lobby.resign(game=table.game, asker=table.asker(last))
    assert [one.event.type for one in answer.events] == ["SeatResigned", "GameAborted"]
    assert_broken_off(table)


@pytest.mark.parametrize("policy", [OnExpiry.FORFEIT, OnExpiry.HOUSE_BOT])
def test_when_the_last_one_lets_a_decision_pass(clock, policy):
    table, _ = agreed_but_for_one(time_control=per_move(60, policy))
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 1
    assert_broken_off(table)


def test_when_the_account_of_the_last_one_is_no_more():
    table, last = agreed_but_for_one()
    erasure.forget_account(table.asker(last).account)
    assert table.types[-2:] == ["SeatRenamed", "GameAborted"]
    assert table.state.status is Status.ABORTED


def test_while_it_is_paused():
    table, last = agreed_but_for_one(
        time_control={"kind": "per_move", "pause_budget": {"seat": 3600}}
    )
    pauses.pause_game(game=table.game, asker=table.asker(0))
    lobby.resign(game=table.game, asker=table.asker(last))
    assert_broken_off(table)


def test_who_comes_back_ends_nothing_by_what_they_said_before(clock):
    table = new_game(person(), person(), time_control=per_move(60, OnExpiry.HOUSE_BOT))
    first = table.owed().seat
    lobby.abort_game(game=table.game, asker=table.asker(first))
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 1
    assert table.state.seats[first].abort_consent
    while table.owed().seat == first:
        table.play(1)
    clock.advance(61)
    deadlines.expire_game(table.game)
    lobby.return_to_seat(game=table.game, asker=table.asker(first))
    assert table.state.status is Status.RUNNING
    lobby.abort_game(game=table.game, asker=table.asker(first))
    assert_broken_off(table)


def test_nobody_is_waited_for_who_resigned_before():
    table = new_game(person(), person(), person())
    lobby.resign(game=table.game, asker=table.asker(0))
    lobby.abort_game(game=table.game, asker=table.asker(1))
    assert table.state.status is Status.RUNNING
    lobby.abort_game(game=table.game, asker=table.asker(2))
    assert_broken_off(table)
