"""Several decisions open at once, and moves that answer none (S15)."""

from functools import partial

import pytest

from games.engine.clocks import OnExpiry
from games.engine.game import Status
from games.engine.seat_records import SeatState
from games.services import deadlines, house, lobby, play
from games.services.errors import (
    GameNotRunningError,
    GameOverError,
    KeyReusedError,
    UnknownGameError,
)
from games.services.execute import Committed
from games.services.house import HouseStrategy
from games.services.play_errors import (
    DecisionClosedError,
    DecisionNotAllowedError,
    DecisionRequiredError,
    MoveRefusedError,
)
from games.services.seat_errors import NotSeatedError
from games.store import clock as database_clock
from games.store import decisions
from games.store.models import OpenDecision
from tests.concurrency.racing import answers, crew, errors
from tests.services.table import Table, bot, new_game, owed_by, per_move
from tests.store.soundness import assert_log_is_sound


def seal(table: Table, seat: int) -> partial[Committed]:
    owed = owed_by(table.state, seat)
    move = table.legal(owed)[0]
    return partial(table.answer, move, decision=table.decision(owed), by=table.asker(seat))


def bury(table: Table, seat: int, *, key: str | None = None, nth: int = 0):
    state = table.state
    move = str(state.game_rules.free_moves(state.rules_state, owed_by(state, seat).seat)[nth])
    return play_free(table, seat, move, key=key)


def play_free(table: Table, seat: int, move: str, *, key: str | None = None):
    asker = table.asker(seat)
    return play.play_move(
        game=table.game, account=asker.account, is_bot=True, move=move, decision=None, key=key
    )


def finish(table: Table) -> None:
    while table.state.status is Status.RUNNING:
        seal(table, table.owed().seat)()
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("trials", [30, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seats", [2, 3])
def test_seats_that_answer_at_the_same_moment_are_all_accepted(magpies, seats, trials):
    """S15: none is told that the version is stale, and no answer is lost."""
    players = [bot() for _ in range(seats)]
    raced = 0
    with crew(seats) as threads:
        while raced < trials:
            table = magpies(*players)
            while table.state.status is Status.RUNNING:
                owing = [owed.seat for owed in table.state.owed]
                finishes = threads.race([seal(table, seat) for seat in owing])
                assert errors(finishes) == []
                assert not any(one.replayed for one in answers(finishes))
                raced += len(owing) > 1
            assert_log_is_sound(table.game)


def test_an_answer_of_another_seat_leaves_a_decision_its_number_and_deadline(magpies, clock):
    table = magpies(bot(), bot(), bot())
    before = {one.seat: one for one in OpenDecision.objects.filter(game=table.game)}
    answer = seal(table, 2)
    clock.advance(10)
    seal(table, 0)()
    assert bury(table, 1).game.state.owed_by(table.owed().seat) is not None
    for row in OpenDecision.objects.filter(game=table.game):
        assert (row.opened, row.due_at) == (before[row.seat].opened, before[row.seat].due_at)
    answer()
    assert_log_is_sound(table.game)
    finish(table)


def test_what_is_due_together_expires_together_each_seat_once(magpies, clock):
    table = magpies(bot(), bot(), bot(), time_control=per_move(60, OnExpiry.HOUSE_BOT))
    seal(table, 1)()
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 2
    expired = [one.event.seat for one in table.log if one.event.type == "DecisionExpired"]
    assert expired == [0, 2]
    state = assert_log_is_sound(table.game)
    # Nobody stands in for a ruleset without strategies, so the default moves were made.
    assert {record.state for record in state.seats} == {SeatState.PLAYING}
    assert {owed.due_at for owed in state.owed} == {
        state.last_at + (table.owed().due_at - table.owed().opened_at)
    }
    finish(table)


def test_a_forfeit_of_one_seat_ends_the_others_decision_in_a_game_of_two(magpies, clock):
    table = magpies(bot(), bot(), time_control=per_move(60, OnExpiry.FORFEIT))
    theirs = seal(table, 1)
    clock.advance(61)
    assert deadlines.expire_game(table.game) == 1
    outcome = assert_log_is_sound(table.game).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    with pytest.raises(DecisionClosedError):
        theirs()


class TestFreeMoves:
    def test_it_closes_no_decision_and_a_copy_with_its_key_is_made_once(self, magpies):
        table = magpies(bot(), bot())
        before = list(table.state.owed)
        first = bury(table, 0, key="b1")
        assert table.state.owed == before
        move = first.events[0].event.move()
        again = play_free(table, 0, move, key="b1")
        assert again.replayed
        assert [one.event for one in again.events] == [one.event for one in first.events]
        with pytest.raises(MoveRefusedError):
            play_free(table, 0, move)
        with pytest.raises(KeyReusedError):
            play_free(table, 0, "bury:T9" if move != "bury:T9" else "bury:T8", key="b1")
        assert not bury(table, 1, key="b1").replayed
        finish(table)
        assert play_free(table, 0, move, key="b1").replayed

    def test_it_is_judged_on_the_state_in_which_it_arrives(self, magpies):
        table = magpies(bot(), bot())
        state = table.state
        move = str(state.game_rules.free_moves(state.rules_state, state.owed[0].seat)[0])
        seal(table, 0)()
        with pytest.raises(MoveRefusedError) as refusal:
            play_free(table, 0, move)
        assert (refusal.value.code, refusal.value.version) == ("illegal_move", table.state.version)
        finish(table)
        with pytest.raises(GameOverError):
            play_free(table, 0, move)

    def test_it_takes_no_decision_and_an_answer_needs_one(self, magpies):
        table = magpies(bot(), bot())
        with pytest.raises(DecisionRequiredError):
            play_free(table, 0, table.legal()[0])
        state = table.state
        move = str(state.game_rules.free_moves(state.rules_state, state.owed[0].seat)[0])
        with pytest.raises(DecisionNotAllowedError):
            table.answer(move, decision=table.decision(), by=table.asker(0))
        with pytest.raises(MoveRefusedError):
            play_free(table, 0, "sing")
        assert OpenDecision.objects.get(game=table.game, seat=0).refusals == 0
        finish(table)

    def test_only_who_sits_there_makes_it(self, magpies):
        table, stranger = magpies(bot(), bot()), bot()
        bury_one = partial(
            play.play_move, account=stranger.account, is_bot=True, move="bury:T1", decision=None
        )
        with pytest.raises(UnknownGameError):
            bury_one(game=table.game)
        public = new_game(bot(), None)
        with pytest.raises(NotSeatedError):
            bury_one(game=public.game)
        with pytest.raises(GameNotRunningError):
            play_free(public, 0, "take")
        lobby.abort_game(game=public.game, asker=public.asker(0))
        finish(table)

    def test_copies_that_race_are_one_move(self, magpies):
        with crew(12) as threads:
            for _ in range(4):
                table = magpies(bot(), bot())
                state = table.state
                moves = state.game_rules.free_moves(state.rules_state, state.owed[0].seat)
                call = partial(play_free, table, 0, str(moves[0]), key="k")
                finishes = threads.race([call] * 12)
                assert errors(finishes) == []
                assert sum(not one.replayed for one in answers(finishes)) == 1
                assert table.types.count("CardBuried") == 1
                finish(table)

    def test_a_seat_that_is_away_makes_none_until_its_owner_is_back(
        self, magpies, clock, monkeypatch
    ):
        monkeypatch.setitem(
            house._strategies, "magpies", {"random": HouseStrategy(name="random", cost=0, text="")}
        )
        table = magpies(bot(), bot(), time_control=per_move(60, OnExpiry.HOUSE_BOT))
        clock.advance(61)
        assert deadlines.expire_game(table.game) == 2
        assert {record.state for record in table.state.seats} == {SeatState.AWAY}
        with pytest.raises(MoveRefusedError, match="away"):
            bury(table, 0)
        lobby.return_to_seat(game=table.game, asker=table.asker(0))
        bury(table, 0)
        assert_log_is_sound(table.game)
        # S33: nobody waits for the consent of who is away.
        lobby.abort_game(game=table.game, asker=table.asker(0))
        assert table.state.status is Status.ABORTED


def test_a_game_that_owes_several_due_decisions_is_listed_once(magpies, clock):
    table = magpies(bot(), bot(), bot(), time_control=per_move(60, OnExpiry.DEFAULT_MOVE))
    clock.advance(61)
    assert list(decisions.due_games(by=database_clock.now())).count(table.game) == 1
    deadlines.expire_game(table.game)
    finish(table)
