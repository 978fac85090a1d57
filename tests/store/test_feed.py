"""The feed across games: whole, in order, and without what may still be undone."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest
from django.db import connection, transaction

from games.engine.lifecycle import EventUnread
from games.store import feed, load
from games.store.append import _to_json
from games.store.feed import START
from tests.services.table import Table, bot, new_game
from tests.store.feeding import end_of_feed, everything, written
from tests.store.writing import answer, creation, remark, write

CALL = "SELECT result FROM herdbook.append_events(%s::jsonb)"


@pytest.fixture
def table(database: None) -> Table:
    return new_game(bot(), bot())


def call(app, *commands) -> None:
    """Append without a commit."""
    sent = msgspec.json.encode([_to_json(command) for command in commands]).decode()
    assert {result for (result,) in app.execute(CALL, [sent])} == {"done"}


def test_it_brings_the_events_of_all_games_once_in_the_order_of_their_commits(database):
    here = end_of_feed()
    tables = [new_game(bot(), bot()) for _ in range(3)]
    for _ in range(4):
        for table in tables:
            table.play(1)
    heard = everything(here, limit=4)
    assert len(heard) == len(set(heard))
    for table in tables:
        assert [one for one in heard if one[0] == table.game] == written(table)
    assert len(heard) == sum(len(written(table)) for table in tables)


@pytest.mark.parametrize("limit", [1, 2, 3, 1000])
def test_a_commit_over_several_games_may_be_cut_anywhere(database, limit):
    here = end_of_feed()
    commands = [creation() for _ in range(4)]
    write(*commands)
    heard = everything(here, limit=limit)
    assert heard == sorted(heard)
    assert {game for game, _ in heard} == {command.game for command in commands}


def test_an_event_is_there_as_it_was_recorded(table):
    here = end_of_feed()
    table.play(1)
    [first, *_] = events = feed.read(here, limit=100)
    recorded = load.events(table.game, after=table.state.version - len(events))
    assert [event.opened() for event in events] == [one.event for one in recorded]
    assert (first.at, first.command) == (recorded[0].at, recorded[0].command)
    assert (first.cause, first.seat) == (recorded[0].cause, recorded[0].event.seat)
    assert (first.type, first.records_a_move) == ("CowPlayed", True)
    assert not any(event.records_a_move for event in events[1:])
    assert first.payload not in repr(first)


def test_an_event_of_rules_that_are_not_installed_stops_nobody(table):
    here = end_of_feed()
    table.play(1)
    foreign = replace(feed.read(here, limit=1)[0], rules_version=99)
    assert isinstance(foreign.opened(), EventUnread)
    assert not foreign.records_a_move


def test_what_is_not_committed_is_not_there_and_never_was(table, as_app):
    """S23."""
    here, other = end_of_feed(), new_game(bot(), bot())
    as_app.execute("BEGIN")
    call(as_app, answer(table))
    assert everything(here) == written(other)
    as_app.execute("ROLLBACK")
    assert everything(here) == written(other)


def test_an_old_open_transaction_delays_the_feed_and_loses_nothing(table, as_app):
    """F32: whoever commits late, with an id that is small, is not stepped over."""
    other, here = new_game(bot(), bot()), end_of_feed()
    versions = [table.state.version, other.state.version]
    as_app.execute("BEGIN")
    call(as_app, answer(table))
    other.play(3)
    assert everything(here) == []
    as_app.execute("COMMIT")
    late = [one for one in written(table) if one[1] > versions[0]]
    assert everything(here) == late + [one for one in written(other) if one[1] > versions[1]]


def test_refused_commands_leave_no_hole_to_wait_for(table):
    """F33."""
    here = end_of_feed()
    stale = [remark(table, expected=1) for _ in range(20)]
    for command in stale:
        assert [one.result for one in write(command)] == ["conflict"]
    version = table.state.version
    table.play(1)
    assert everything(here) == [one for one in written(table) if one[1] > version]


def test_the_versions_of_a_game_are_read_without_a_hole(table):
    table.play(6)
    version = table.state.version
    assert [one.version for one in table.log] == list(range(1, version + 1))
    pages = [load.events(table.game, after=after, limit=2) for after in range(0, version, 2)]
    assert [one.version for page in pages for one in page] == list(range(1, version + 1))
    assert [one.version for one in load.events(table.game, after=2, until=4)] == [3, 4]


def test_a_page_is_found_by_the_index_alone(table):
    for position in (START, end_of_feed()):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # few rows are read faster without
            cursor.execute("EXPLAIN " + feed._PAGE, [*position, 500])
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert "event_by_transaction" in plan, plan


def test_readers_in_one_place_are_given_one_page_and_others_their_own(table, monkeypatch):
    here = end_of_feed()
    table.play(4)
    expected = feed.read(here, limit=100)
    asked: list[feed.Position] = []
    read = feed.read

    def counted(after: feed.Position, *, limit: int) -> Sequence[feed.FeedEvent]:
        asked.append(after)
        return read(after, limit=limit)

    monkeypatch.setattr(feed, "read", counted)
    pages = feed.Pages()
    assert [pages.read(here, limit=100) for _ in range(3)] == [expected] * 3
    assert len(asked) == 1
    assert pages.read(here, limit=2) == expected[:2]
    assert pages.read(expected[1].position, limit=100) == expected[2:]
    table.play(1)
    assert len(feed.Pages().read(here, limit=100)) > len(expected)
