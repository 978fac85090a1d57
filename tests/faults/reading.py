"""The log of a run, read from its database by its owner; Django must be set up."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db import connection

from games.engine.seats import Seat
from games.store import load
from tests.faults.findings import Finding
from tests.faults.logs import Commit, GameLog, Named, Span
from tests.store.soundness import assert_log_is_sound

_COMMITTED = """
SELECT game_id::text, version, pg_xact_commit_timestamp(xmin) FROM event
"""
_COMMANDS = "SELECT game_id::text, seat, opened, key, how, first_version, last_version FROM command"


def read_logs() -> dict[str, GameLog]:
    """Return every game of the database, by id."""
    closings: dict[str, dict[Named, Span]] = defaultdict(dict)
    keys: dict[str, dict[str, Span]] = defaultdict(dict)
    for game, seat, opened, key, how, first, last in _rows(_COMMANDS):
        if key is not None:
            keys[game][key] = Span(how, first, last)
        else:
            closings[game][Seat(seat), opened] = Span(how, first, last)
    committed = {(game, version): at for game, version, at in _rows(_COMMITTED)}
    return {
        game: GameLog(
            id=game,
            ruleset=ruleset,
            commits=list(_commits(game, committed)),
            closings=closings[game],
            keys=keys[game],
        )
        for game, ruleset in _rows("SELECT id::text, ruleset FROM game")
    }


def clock() -> datetime:
    """Return the database's time."""
    ((now,),) = _rows("SELECT herdbook.clock()")
    assert isinstance(now, datetime)
    return now


def unsound(logs: dict[str, GameLog]) -> Iterator[Finding]:
    """Yield the games whose chain, fold, columns or decisions do not agree."""
    for game in logs:
        try:
            assert_log_is_sound(UUID(game))
        except AssertionError as error:
            yield Finding("unsound", game, str(error).split("\n")[0] or "an assertion failed")


def _rows(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def _commits(game: str, committed: Mapping[tuple[str, int], datetime]) -> Iterator[Commit]:
    for command, group in groupby(load.events(UUID(game)), key=lambda one: one.command):
        together = list(group)
        first = together[0]
        yield Commit(
            command=str(command),
            first=first.version,
            at=first.at,
            committed=committed[game, first.version],
            cause=first.cause,
            events=tuple(one.event for one in together),
        )
