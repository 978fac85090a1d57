"""What `append_events` answers: a result for every expected refusal, an error for none."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction

from games.engine.seats import Seat
from games.engine.time_events import ExpiryReason
from games.services import lobby
from games.store.append import Answers, OpenTransactionError, Result
from tests.services.table import Table, bot, new_game
from tests.store.soundness import assert_log_is_sound
from tests.store.writing import answer, creation, remark, write

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def table() -> Table:
    return new_game(bot(), bot())


def result_of(command) -> Result:
    return write(command)[0].result


def test_a_command_is_done_and_says_which_versions_it_wrote(table):
    before = table.state.version
    done = write(answer(table))[0]
    assert (done.result, done.first_version) == (Result.DONE, before + 1)
    assert done.last_version == assert_log_is_sound(table.game).version


def test_a_copy_of_a_move_is_replayed_and_another_move_finds_the_decision_closed(table):
    first = answer(table)
    done = write(first)[0]
    again = write(replace(first, command=uuid4()))[0]
    assert again == replace(done, result=Result.REPLAYED)
    other = write(replace(first, fingerprint="plays something else"))[0]
    assert other == replace(done, result=Result.CLOSED)
    assert_log_is_sound(table.game)


def test_a_copy_of_a_keyed_command_is_replayed_whatever_version_it_expects(table):
    """S21: and with another text the key is known to be reused."""
    actor = table.asker(0).account
    first = remark(table, actor=actor, key="k", fingerprint="a")
    done = write(first)[0]
    table.play(3)
    assert write(first)[0] == replace(done, result=Result.REPLAYED)
    assert write(replace(first, fingerprint="b"))[0] == replace(done, result=Result.KEY_REUSED)
    assert_log_is_sound(table.game)


def test_a_key_belongs_to_one_account_and_one_game(table):
    other = new_game(bot(), bot())
    first = remark(table, actor=table.asker(0).account, key="k", fingerprint="a")
    assert result_of(first) is Result.DONE
    elsewhere = remark(other, actor=table.asker(0).account, key="k", fingerprint="b")
    assert result_of(elsewhere) is Result.DONE
    by_another = remark(table, actor=table.asker(1).account, key="k", fingerprint="b")
    assert result_of(by_another) is Result.DONE
    assert_log_is_sound(table.game)


def test_a_stale_version_and_one_from_the_future_are_conflicts(table):
    stale = remark(table)
    table.play(1)
    assert result_of(stale) is Result.CONFLICT
    assert result_of(replace(remark(table), expected=table.state.version + 1)) is Result.CONFLICT
    assert result_of(remark(table, expected=0)) is Result.CONFLICT
    assert_log_is_sound(table.game)


@pytest.mark.parametrize("seconds", [-6.0, 0.5])
def test_a_time_too_far_from_the_clock_is_a_conflict(table, clock, seconds):
    clock.advance(60)  # so that the last event is older than any of the times
    command = remark(table)
    assert result_of(replace(command, at=command.at + timedelta(seconds=seconds))) is (
        Result.CONFLICT
    )
    assert result_of(replace(command, at=command.at - timedelta(seconds=4))) is Result.DONE


def test_a_time_before_the_last_event_is_a_conflict(table):
    command = remark(table)
    just_before = table.state.last_at - timedelta(milliseconds=1)
    assert result_of(replace(command, at=just_before)) is Result.CONFLICT
    assert_log_is_sound(table.game)


def test_a_move_at_the_deadline_is_late_and_one_before_it_is_not(table, clock):
    command = answer(table)
    due_at = table.owed().due_at
    assert result_of(answer(table, how="expiry")) is Result.EARLY
    clock.advance((due_at - command.at).total_seconds() - 5)
    assert result_of(answer(table, how="expiry")) is Result.EARLY
    clock.advance(5)
    assert result_of(command) is Result.LATE
    assert result_of(answer(table)) is Result.LATE
    assert result_of(answer(table, how="expiry")) is Result.DONE
    assert_log_is_sound(table.game)


def test_five_refusals_let_a_decision_expire_early_and_four_do_not(table):
    for refusals, expected in ((4, Result.EARLY), (5, Result.DONE)):
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE decision SET refusals = %s WHERE game_id = %s", [refusals, table.game]
            )
        assert result_of(answer(table, how="expiry", reason=ExpiryReason.REFUSALS)) is expected
    assert_log_is_sound(table.game)


def test_a_decision_that_never_was_is_closed(table):
    command = answer(table)
    for seat, opened in ((0, 99), (1, 1), (7, 1)):
        unknown = Answers(seat=Seat(seat), opened=opened, how="move")
        found = write(replace(command, answers=unknown))[0]
        assert (found.result, found.first_version) == (Result.CLOSED, None)


def test_after_the_end_a_copy_is_replayed_and_all_else_is_over(table):
    first = answer(table)
    write(first)
    late = remark(table)
    lobby.resign(game=table.game, asker=table.asker(0))
    assert result_of(first) is Result.REPLAYED
    assert result_of(late) is Result.OVER
    assert result_of(replace(late, expected=0)) is Result.OVER
    assert_log_is_sound(table.game)


def test_in_a_batch_a_stale_command_fails_alone(table):
    others = [new_game(bot(), bot()) for _ in range(3)]
    stale = answer(table)
    table.play(1)
    lobby.resign(game=others[1].game, asker=others[1].asker(1))
    over = replace(remark(others[0]), game=others[1].game)
    batch = [answer(others[0]), stale, over, answer(others[2]), creation()]
    results = [appended.result for appended in write(*batch)]
    assert results == [Result.DONE, Result.CLOSED, Result.OVER, Result.DONE, Result.DONE]
    for one in (table.game, *(other.game for other in others), batch[-1].game):
        assert_log_is_sound(one)


def test_of_two_commands_for_one_game_in_a_batch_the_second_conflicts(table):
    command = remark(table)
    results = [appended.result for appended in write(command, replace(command, command=uuid4()))]
    assert results == [Result.DONE, Result.CONFLICT]
    assert_log_is_sound(table.game)


def test_a_game_is_created_once(table):
    first = creation()
    assert result_of(first) is Result.DONE
    state = assert_log_is_sound(first.game)
    assert result_of(creation(game=first.game)) is Result.CONFLICT
    assert assert_log_is_sound(first.game) == state


def test_a_game_that_is_not_there_is_a_conflict_and_is_not_made(table):
    assert result_of(remark(table, game=uuid4())) is Result.CONFLICT


def test_a_command_without_events_is_an_error_and_leaves_nothing(table):
    with pytest.raises(Exception, match="without an event"):
        write(remark(table, events=[]))
    with pytest.raises(Exception, match="left its decision open"):
        write(answer(table, decisions=remark(table).decisions))
    assert_log_is_sound(table.game)


def test_nothing_is_written_inside_an_open_transaction(table):
    """F21, F22: "done" could still be undone."""
    command = answer(table)
    with transaction.atomic(), pytest.raises(OpenTransactionError):
        write(command)
    connection.set_autocommit(False)
    try:
        with pytest.raises(OpenTransactionError):
            write(command)
    finally:
        connection.rollback()
        connection.set_autocommit(True)
    assert result_of(command) is Result.DONE
