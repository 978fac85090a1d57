"""Answering decisions through the one command path: order of refusals, copies, statements."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services import lobby, play
from games.services.errors import GameNotRunningError, GameOverError, UnknownGameError
from games.services.play_errors import (
    DecisionAlreadyMadeError,
    DecisionClosedError,
    MoveRefusedError,
    NotYourDecisionError,
)
from games.services.seat_errors import NotSeatedError, SeatResignedError
from tests.services.table import bot, new_game
from tests.store.soundness import assert_log_is_sound


@pytest.mark.usefixtures("database")
class TestAnswering:
    def test_a_move_takes_two_statements(self):
        table = new_game(bot(), bot())
        move, decision, asker = table.legal()[0], table.decision(), table.asker(0)
        with CaptureQueriesContext(connection) as asked:
            table.answer(move, decision=decision, by=asker)
        assert len(asked) == 2, [query["sql"] for query in asked]
        assert_log_is_sound(table.game)

    def test_a_copy_gets_the_first_answer_after_the_game_moved_on_20_versions(self):
        """F26: also when the copy comes late."""
        table = new_game(bot(), bot())
        move, decision, asker = table.legal()[0], table.decision(), table.asker(0)
        first = table.answer(move, decision=decision, by=asker)
        version = first.game.state.version
        while table.state.version < version + 20:
            table.play(1)
        again = table.answer(move, decision=decision, by=asker)
        assert again.replayed
        assert [one.version for one in again.events] == [one.version for one in first.events]
        assert [one.event for one in again.events] == [one.event for one in first.events]
        assert_log_is_sound(table.game)

    def test_a_copy_gets_the_first_answer_when_the_game_is_over(self):
        table = new_game(bot(), bot())
        move, decision, asker = table.legal()[0], table.decision(), table.asker(0)
        first = table.answer(move, decision=decision, by=asker)
        lobby.resign(game=table.game, asker=table.asker(1))
        again = table.answer(move, decision=decision, by=asker)
        assert again.replayed
        assert [one.version for one in again.events] == [one.version for one in first.events]
        with pytest.raises(DecisionAlreadyMadeError):
            table.answer("take", decision=decision, by=asker)

    def test_a_decision_closed_by_the_end_of_the_game_says_by_which_version(self):
        table = new_game(bot(), bot())
        move, decision, asker = table.legal()[0], table.decision(), table.asker(0)
        lobby.resign(game=table.game, asker=table.asker(1))
        with pytest.raises(DecisionClosedError) as refusal:
            table.answer(move, decision=decision, by=asker)
        state = assert_log_is_sound(table.game)
        assert refusal.value.closed_by == state.version - 1
        assert refusal.value.version == state.version
        with pytest.raises(GameOverError):
            table.answer(move, decision="never-was", by=asker)

    def test_a_decision_that_never_was_is_not_yours(self):
        table = new_game(bot(), bot())
        for decision in ("", "x", table.decision() + "0", table.decision().replace("-0-", "-1-")):
            with pytest.raises(NotYourDecisionError) as refusal:
                table.answer("take", decision=decision or "-", by=table.asker(0))
            assert refusal.value.decision is not None
            assert refusal.value.decision["id"] == table.decision()
        with pytest.raises(NotYourDecisionError):
            table.answer(table.legal()[0], decision=table.decision(), by=table.asker(1))

    def test_nobody_moves_before_the_start(self):
        table = new_game(bot(), None)
        with pytest.raises(GameNotRunningError):
            table.answer("take", decision=f"{table.game.hex}-0-1", by=table.asker(0))

    def test_a_stranger_is_told_no_more_than_a_spectator_may_know(self):
        """A copy of somebody else's move is no replay."""
        stranger = bot()
        open_game = new_game(bot(), bot())
        private = new_game(bot(), "random", private=True)
        for table, refused in ((open_game, NotSeatedError), (private, UnknownGameError)):
            move, decision = table.legal()[0], table.decision()
            table.answer(move, decision=decision, by=table.asker(0))
            with pytest.raises(refused) as refusal:
                table.answer(move, decision=decision, by=stranger)
            assert refusal.value.decision is None
            assert (refusal.value.version is None) == (table is private)

    def test_the_other_seat_cannot_repeat_a_move(self):
        table = new_game(bot(), bot())
        move, decision = table.legal()[0], table.decision()
        table.answer(move, decision=decision, by=table.asker(0))
        with pytest.raises(NotYourDecisionError):
            table.answer(move, decision=decision, by=table.asker(1))

    def test_a_refused_move_changes_nothing_and_can_be_mended(self):
        table = new_game(bot(), bot())
        before = table.state
        for move, code in (("take", "illegal_move"), ("moo", "malformed_move")):
            with pytest.raises(MoveRefusedError) as refusal:
                table.answer(move, decision=table.decision(), by=table.asker(0))
            assert refusal.value.code == code
        assert table.state == before
        table.answer()

    def test_who_has_resigned_hears_so(self):
        table = new_game(bot(), bot(), bot())
        move, decision, quitter = table.legal()[0], table.decision(), table.asker(0)
        lobby.resign(game=table.game, asker=quitter)
        with pytest.raises(DecisionClosedError):
            table.answer(move, decision=decision, by=quitter)
        for refused in (table.decision(), "x"):
            with pytest.raises(SeatResignedError):
                table.answer(move, decision=refused, by=quitter)
        with pytest.raises(SeatResignedError):
            play.play_move(
                game=table.game, account=quitter.account, is_bot=True, move="take", decision=None
            )
        assert_log_is_sound(table.game)
