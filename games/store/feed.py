"""The feed: the events of all games in one order, for readers who remember a place in it.

The order is that of `(transaction_id, game, version)`, of which the first has the feed's epoch in
its upper bits. Reading stops before the oldest transaction that is still open anywhere in the
cluster. Whatever commits later has a greater id than all that was returned, so that a reader who
goes on after the last event it got misses none and gets none twice; the events of one game come
in the order of their versions. An old open transaction delays the feed and loses nothing.

This is for consumers inside the server: events hold hidden cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from games.engine import registry
from games.engine.events import Cause, Event
from games.engine.registry import AnyRuleset
from games.store.upcasting import event_type, from_payload

END = "herdbook.feed_id(pg_snapshot_xmin(pg_current_snapshot()))"
"""The first id that may not be read yet. Fails in a cluster of no epoch (`games.store.epochs`)."""


class Position(NamedTuple):
    """The place of an event in the feed."""

    transaction_id: int
    """As the event has it: epoch and transaction."""
    game: UUID
    version: int


START = Position(0, UUID(int=0), 0)
"""Before the first event."""


@dataclass(frozen=True, kw_only=True)
class FeedEvent:
    """An event as it is stored, with its place in the feed."""

    position: Position
    ruleset: str
    rules_version: int
    type: str
    schema_version: int
    seat: int | None
    cause: Cause
    command: UUID
    at: datetime
    payload: str = field(repr=False)
    """Canonical JSON, with hidden cards."""

    def opened(self) -> Event:
        """Return the event itself, hidden cards included.

        An `EventUnread` if the rules that recorded it are not installed; raises
        `UnknownEventError`.
        """
        return from_payload(self._rules, self.type, self.schema_version, self.payload)

    @property
    def records_a_move(self) -> bool:
        """Whether the event is a move, judged by its type; raises `UnknownEventError`."""
        rules = self._rules
        return rules is not None and event_type(rules, self.type).move is not Event.move

    @property
    def _rules(self) -> AnyRuleset | None:
        is_installed = registry.is_installed(self.ruleset, self.rules_version)
        return registry.find_ruleset(self.ruleset, self.rules_version) if is_installed else None


# The page first, by the index alone; its few games then.
_PAGE = f"""
WITH page AS MATERIALIZED (
  SELECT transaction_id, game_id, version, type, schema_version, seat, cause, command,
         recorded_at, payload
  FROM event
  WHERE (transaction_id, game_id, version) > (%s, %s, %s) AND transaction_id < {END}
  ORDER BY transaction_id, game_id, version LIMIT %s
)
SELECT page.transaction_id, page.game_id, page.version, game.ruleset, game.rules_version,
       page.type, page.schema_version, page.seat, page.cause, page.command, page.recorded_at,
       page.payload
FROM page JOIN game ON game.id = page.game_id
ORDER BY page.transaction_id, page.game_id, page.version
"""  # noqa: S608 - made of constants


def read(after: Position, *, limit: int) -> Sequence[FeedEvent]:
    """Return the next events after a position, at most `limit`; none when all are read.

    One statement, so that what is visible and where reading ends are of one moment.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PAGE, [*after, limit])
        rows = cursor.fetchall()
    return [
        FeedEvent(
            position=Position(transaction_id, game, version),
            ruleset=ruleset,
            rules_version=rules_version,
            type=type_name,
            schema_version=schema_version,
            seat=seat,
            cause=Cause(cause),
            command=command,
            at=at,
            payload=payload,
        )
        for (
            transaction_id,
            game,
            version,
            ruleset,
            rules_version,
            type_name,
            schema_version,
            seat,
            cause,
            command,
            at,
            payload,
        ) in rows
    ]


class Pages:
    """Reads the feed for several readers in a row, who mostly are in one place: it is read once.

    What may be read at all changes no more, and nothing comes before its end any more, so a page
    stays true; it may only be shorter than it would be by now.
    """

    def __init__(self) -> None:
        self._asked: tuple[Position, int] | None = None
        self._events: Sequence[FeedEvent] = ()

    def read(self, after: Position, *, limit: int) -> Sequence[FeedEvent]:
        """Return what `feed.read` returns, or returned to who asked the same just before."""
        if self._asked != (after, limit):
            self._events = read(after, limit=limit)
            self._asked = after, limit
        return self._events
