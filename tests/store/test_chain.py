"""The hash chain, computed twice: by the database and by `games.store.chain`."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from games.services import lobby
from games.store import chain, load
from tests.services.table import bot, new_game
from tests.store.soundness import assert_log_is_sound
from tests.store.writing import remark, write

HASH = "SELECT herdbook.event_hash(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)


def test_whole_games_verify_from_the_first_event_to_the_last(database):
    table = new_game(bot(), "random", bot(), options={"limit": 5})
    table.play(10)
    lobby.resign(game=table.game, asker=table.asker(0))
    table.play(1000)
    state = assert_log_is_sound(table.game)
    assert state.outcome is not None
    assert table.types[0] == "GameCreated"
    assert table.types[-1] == "GameFinished"


def test_the_first_event_has_no_predecessor_and_salts_are_never_equal(database):
    table = new_game(bot(), "random")
    table.play(20)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT min(octet_length(prev_hash)), count(*), count(DISTINCT salt),"
            " count(DISTINCT hash) FROM event WHERE game_id = %s",
            [table.game],
        )
        least, events, salts, hashes = cursor.fetchone()
    assert (least, salts, hashes) == (0, events, events)
    assert len(load.raw_events(table.game)) == events


def test_events_of_one_commit_share_command_time_and_transaction(database):
    table = new_game(bot(), "random")
    table.play(5)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(DISTINCT command), count(DISTINCT (command, recorded_at)),"
            " count(DISTINCT (command, transaction_id)), count(DISTINCT transaction_id)"
            " FROM event WHERE game_id = %s",
            [table.game],
        )
        assert len(set(cursor.fetchone())) == 1


@settings(max_examples=60, deadline=None)
@given(
    fields=st.tuples(
        st.binary(max_size=40),
        st.uuids(),
        st.integers(1, 2**31 - 1),
        TEXT,
        st.integers(1, 2**15 - 1),
        st.none() | st.integers(0, 8),
        TEXT,
        st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
        TEXT,
        st.binary(max_size=40),
    )
)
def test_both_computations_agree_on_any_fields(test_database, django_db_blocker, fields):
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(HASH, fields)
        (by_database,) = cursor.fetchone()
    prev, game, version, type_name, schema, seat, cause, at, payload, salt = fields
    assert bytes(by_database) == chain.event_hash(
        prev_hash=prev,
        game=game,
        version=version,
        type_name=type_name,
        schema_version=schema,
        seat=seat,
        cause=cause,
        at=at,
        payload=payload,
        salt=salt,
    )


EVENT: dict[str, Any] = {
    "prev_hash": b"p",
    "game": UUID(int=1),
    "version": 2,
    "type_name": "CowPlayed",
    "schema_version": 1,
    "seat": 0,
    "cause": "player",
    "at": datetime(2026, 1, 1, tzinfo=UTC),
    "payload": "{}",
    "salt": b"s",
}
OTHER: dict[str, Any] = {
    "prev_hash": b"q",
    "game": uuid4(),
    "version": 3,
    "type_name": "CowPlaye",
    "schema_version": 2,
    "seat": None,
    "cause": "bot",
    "at": EVENT["at"] + timedelta(microseconds=1),
    "payload": "{ }",
    "salt": b"",
}


@pytest.mark.parametrize("field", EVENT)
def test_the_hash_covers_every_field(field):
    assert chain.event_hash(**EVENT) != chain.event_hash(**EVENT | {field: OTHER[field]})


def test_a_letter_cannot_move_from_one_field_to_the_next():
    moved = EVENT | {"type_name": "CowPlayedp", "cause": "layer"}
    assert chain.event_hash(**EVENT) != chain.event_hash(**moved)


def test_a_salted_payload_does_not_tell_by_its_hash_what_it_is(database):
    tables = [new_game(bot(), bot()) for _ in range(2)]
    for table in tables:
        command = remark(table)
        write(replace(command, events=list(command.events)))
    hashes = [load.raw_events(table.game)[table.state.version]["hash"] for table in tables]
    assert hashes[0] != hashes[1]
