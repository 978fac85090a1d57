# ruff: noqa: S608 - statements are made of names of tables and columns
"""Whatever is derived from a log can be thrown away and made anew, while games go on."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connection

from games.services import lobby
from games.store import decisions
from games.verifying.findings import Kind
from games.verifying.rebuild import compare_game, rebuild_game
from games.verifying.verify import verify_game
from tests.services.table import Table, bot, new_game
from tests.verifying.tampering import restored

LOST = (
    "UPDATE game SET state = '', ruleset = '', rules_version = 0, status = 'open', rated = true,"
    " private = true, seat_count = 9, free_seats = 9, time_control_kind = '', created_at = 'epoch', started_at = NULL, finished_at = 'epoch',"
    " last_at = 'epoch' WHERE id = %s"
)
ALL = ("game", "event", "command", "decision", "holder")


@pytest.fixture
def table(database: None) -> Table:
    table = new_game(bot(), "random")
    table.play(9)
    return table


def run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, list(values))


def rows(table: Table) -> dict[str, list[Any]]:
    found = {}
    with connection.cursor() as cursor:
        for name in ALL:
            key = "id" if name == "game" else "game_id"
            cursor.execute(f"SELECT to_jsonb(t) FROM {name} t WHERE {key} = %s", [table.game])
            found[name] = sorted(cursor.fetchall())
    return found


@pytest.mark.parametrize("slug", ["mow", "farmyard-cries", "family-favourites", "tortoise"])
def test_a_game_is_made_anew_from_its_log_alone(database, slug):
    table = new_game(bot(), "random", ruleset=slug)
    for moves in (0, 20, 120):
        table.play(moves)
        before = rows(table)
        run(LOST, table.game)
        came = rebuild_game(table.game)
        assert came.refused == ()
        assert {one.kind for one in came.differences} == {
            Kind.COLUMN_DIFFERS,
            Kind.SNAPSHOT_DIFFERS,
        }
        assert rows(table) == before
        assert rebuild_game(table.game).differences == []


def test_decisions_that_are_gone_or_wrong_are_made_anew(table):
    before = rows(table)
    run("DELETE FROM decision WHERE game_id = %s", table.game)
    assert [one.kind for one in rebuild_game(table.game).differences] == [Kind.DECISION_MISSING]
    assert verify_game(table.game).findings == []
    for change in ("due_at = NULL", "kind = 'swap'", "answerer = 'person'", "opened = 88"):
        run(f"UPDATE decision SET {change} WHERE game_id = %s", table.game)
        assert rebuild_game(table.game).differences
        assert verify_game(table.game).findings == []
    del before["decision"]
    assert before.items() <= rows(table).items()
    table.play(2)
    assert verify_game(table.game).findings == []


def test_a_decision_that_stays_keeps_who_works_on_it(table):
    while table.owed().seat != 1:
        table.play(1)
    owed = table.owed()
    decisions.refuse(table.game, owed.seat, owed.opened)
    assert decisions.lease(table.game, owed.seat, owed.opened, seconds=60) == 1
    before = rows(table)
    run(LOST, table.game)
    # Its deadline is the log's to say; its lease, attempts, refusals and pace are not.
    run("UPDATE decision SET due_at = due_at + '1 h' WHERE game_id = %s", table.game)
    assert len(rebuild_game(table.game).differences) > 1
    assert rows(table) == before


def test_a_decision_too_many_goes_and_one_of_a_game_that_is_over_too(table):
    stale = "INSERT INTO decision SELECT * FROM kept"
    run("CREATE TEMP TABLE kept AS SELECT * FROM decision WHERE game_id = %s", table.game)
    lobby.resign(game=table.game, asker=table.asker(0))
    run(stale)
    run("DROP TABLE kept")
    assert [one.kind for one in rebuild_game(table.game).differences] == [Kind.DECISION_EXTRA]
    assert verify_game(table.game).findings == []


def test_a_comparison_changes_nothing(table):
    run(LOST, table.game)
    before = rows(table)
    differences = compare_game(table.game).differences
    assert differences
    assert rows(table) == before
    assert rebuild_game(table.game).differences == differences


def test_what_belongs_to_a_log_that_is_not_whole_is_left_alone(table):
    with restored(table.game) as thief:
        thief.run("UPDATE event SET salt = sha256(salt) WHERE game_id = %(game)s AND version = 3")
        run(LOST, table.game)
        before = rows(table)
        for treat in (compare_game, rebuild_game):
            came = treat(table.game)
            assert [one.kind for one in came.refused] == [Kind.EVENT_CHANGED]
            assert came.differences == ()
        assert rows(table) == before


def test_a_log_that_ends_elsewhere_is_believed_only_when_told_so(table):
    with restored(table.game) as thief:
        thief.run(
            "UPDATE game SET version = version + 1, head_hash = sha256('') WHERE id = %(game)s"
        )
        before = rows(table)
        assert [one.kind for one in rebuild_game(table.game).refused] == [Kind.HEAD_DIFFERS]
        assert rows(table) == before
        assert rebuild_game(table.game, trust_log=True).refused == ()
        assert verify_game(table.game).findings == []


SPOIL = (
    "UPDATE game SET rated = NOT rated WHERE id = %s",
    "UPDATE decision SET answerer = 'bot', due_at = NULL, not_before = NULL WHERE game_id = %s",
)
"""What hinders nobody who moves."""


def test_moves_that_are_made_meanwhile_are_all_kept(database, django_db_blocker):
    """Games are spoilt and made anew, over and over, while they are played."""
    tables = [new_game(bot(), "random", options={"limit": 200}) for _ in range(3)]
    before = [table.state.version for table in tables]
    done = Event()

    def play(table: Table) -> list[int]:
        versions = []
        with django_db_blocker.unblock():
            try:
                for _ in range(60):
                    table.play(1)
                    versions.append(table.state.version)
            finally:
                connection.close()
        return versions

    def rebuild() -> int:
        rebuilt = 0
        with django_db_blocker.unblock():
            try:
                while not done.is_set():
                    for table in tables:
                        for statement in SPOIL:
                            run(statement, table.game)
                        came = rebuild_game(table.game)
                        assert came.refused == ()
                        rebuilt += bool(came.differences)
            finally:
                connection.close()
        return rebuilt

    with ThreadPoolExecutor(4) as pool:
        rebuilding = pool.submit(rebuild)
        try:
            played = list(pool.map(play, tables))
        finally:
            done.set()
        assert rebuilding.result() > 10
    for table, first, versions in zip(tables, before, played, strict=True):
        assert [first, *versions] == sorted({first, *versions}), "a read went back"
        assert table.state.version == versions[-1]
        moves = [one for one in table.log if one.version > first and one.event.move() is not None]
        assert len(moves) == len(versions) == 60
        rebuild_game(table.game)
        assert verify_game(table.game).findings == []
