"""What a commit does to the open decisions: kept ones stay, closed ones get their one closing."""

from datetime import UTC, datetime

import pytest
from django.db import connection

from games.engine.time_events import ExpiryReason
from games.services import lobby
from games.store import clock as database_clock
from games.store import decisions
from games.store.append import Timed
from games.store.models import CommandRecord, OpenDecision
from tests.services.table import Table, bot, new_game
from tests.store.soundness import assert_log_is_sound
from tests.store.writing import answer, remark, write

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def table() -> Table:
    return new_game("random", bot())


def test_a_kept_decision_keeps_its_times_its_lease_and_its_counts(table):
    owed = table.owed()
    assert decisions.lease(table.game, owed.seat, owed.opened, seconds=25) == 1
    decisions.refuse(table.game, owed.seat, owed.opened)
    before = OpenDecision.objects.filter(game=table.game).values().get()
    moved = [
        Timed(
            owed=owed,
            answerer="person",
            not_before=None,
        )
        for owed in remark(table).after.owed
    ]
    write(remark(table, decisions=moved))
    assert OpenDecision.objects.filter(game=table.game).values().get() == before
    assert before["attempts"] == before["refusals"] == 1
    assert before["lease_until"] is not None
    assert_log_is_sound(table.game)


def test_a_closed_decision_says_how_by_what_and_in_which_versions(table):
    move = answer(table)
    done = write(move)[0]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE decision SET refusals = 5 WHERE game_id = %s", [table.game])
    expiry = answer(table, how="expiry", reason=ExpiryReason.REFUSALS)
    expired = write(expiry)[0]
    lobby.resign(game=table.game, asker=table.asker(1))
    version = table.state.version
    closings = CommandRecord.objects.filter(game=table.game).order_by("opened")
    found = [
        (one.seat, one.how, one.fingerprint, one.first_version, one.last_version)
        for one in closings
    ]
    assert found == [
        (0, "move", move.fingerprint, done.first_version, done.last_version),
        (1, "expiry", expiry.fingerprint, expired.first_version, expired.last_version),
        (0, "other", "", version - 1, version),
    ]
    assert not OpenDecision.objects.filter(game=table.game).exists()
    assert_log_is_sound(table.game)


def test_a_lease_is_held_by_one_worker_and_ends_by_itself(table, clock):
    owed = table.owed()
    asked = (table.game, owed.seat, owed.opened)
    assert decisions.lease(*asked, seconds=25) == 1
    assert decisions.lease(*asked, seconds=25) is None
    clock.advance(26)  # the worker was killed
    assert decisions.lease(*asked, seconds=25) == 2
    decisions.release(*asked, attempt=1)  # it was too late: another has the lease now
    assert decisions.lease(*asked, seconds=25) is None
    decisions.release(*asked, attempt=2)
    assert decisions.lease(*asked, seconds=25) == 3


def test_only_an_open_house_decision_that_may_be_answered_can_be_leased(table):
    owed = table.owed()
    assert decisions.lease(table.game, owed.seat, owed.opened + 1, seconds=25) is None
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE decision SET not_before = herdbook.clock() + interval '1 minute'"
            " WHERE game_id = %s",
            [table.game],
        )
    assert decisions.lease(table.game, owed.seat, owed.opened, seconds=25) is None
    mine = new_game(bot(), "random").owed()
    assert decisions.lease(table.game, mine.seat, mine.opened, seconds=25) is None


def test_the_sweep_lists_each_overdue_game_once_in_the_order_of_deadlines(clock, monkeypatch):
    monkeypatch.setattr(decisions, "PAGE", 3)
    control = {"kind": "per_move", "on_expiry": "forfeit"}
    tables = [
        new_game(bot(), bot(), time_control=control | {"seconds": 10 - place}) for place in range(8)
    ]
    ours = {table.game for table in tables}
    assert not ours & set(decisions.due_games(by=database_clock.now()))
    clock.advance(11)
    listed = list(decisions.due_games(by=database_clock.now()))
    assert len(listed) == len(set(listed))
    assert [game for game in listed if game in ours] == [table.game for table in tables[::-1]]


def test_a_refusal_of_a_closed_decision_counts_nothing(table):
    owed = table.owed()
    write(answer(table))
    assert decisions.refuse(table.game, owed.seat, owed.opened) == 0


def test_the_house_owes_what_no_worker_thinks_about(table):
    owed = table.owed()
    mine = decisions.HouseDecision(game=table.game, seat=owed.seat, opened=owed.opened)
    with connection.cursor() as cursor:
        cursor.execute(  # the oldest of all, so that the first page holds it
            "UPDATE decision SET not_before = not_before - interval '1000 days' WHERE game_id = %s",
            [table.game],
        )
    assert mine in decisions.owed_by_house(overdue_seconds=1)
    decisions.lease(table.game, owed.seat, owed.opened, seconds=25)
    assert mine not in decisions.owed_by_house(overdue_seconds=1)


@pytest.mark.parametrize(
    ("statement", "asked", "column"),
    [
        (decisions._DUE, {"by": datetime.now(UTC), "after": None, "game": None}, "due_at"),
        (decisions._OWED_BY_HOUSE, {"overdue": 1.0}, "not_before"),
    ],
)
def test_a_sweep_finds_what_is_due_by_an_index_and_reads_nothing_else(statement, asked, column):
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        cursor.execute("SET enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {statement}", asked | {"page": decisions.PAGE})
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("RESET enable_seqscan")
        cursor.execute("RESET enable_bitmapscan")
    assert f"Index Cond: ({column} <= " in plan, plan
