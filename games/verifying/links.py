"""The hash chain of one log, walked from its first event to its last."""

import json
from collections.abc import Iterator
from typing import NoReturn
from uuid import UUID

from games.engine.lifecycle import ENDING_EVENTS
from games.engine.order_events import AFTER_THE_END
from games.store import chain
from games.store.stored import StoredEvent
from games.verifying.findings import Finding, Kind

SALT_BYTES = 32


class Links:
    """Checks each event against the one before it, and against what it says of itself."""

    def __init__(self, game: UUID) -> None:
        self._game = game
        self._last: StoredEvent | None = None
        self._ended_at: int | None = None

    @property
    def version(self) -> int:
        """The version of the last event walked over."""
        return 0 if self._last is None else self._last.version

    @property
    def head(self) -> bytes:
        """The stored hash of the last event walked over."""
        return b"" if self._last is None else self._last.hash

    @property
    def feed_id(self) -> int:
        """The transaction of the last event walked over, as the feed counts them."""
        return 0 if self._last is None else self._last.transaction_id

    @property
    def is_over(self) -> bool:
        """Whether an event was walked over that ends play."""
        return self._ended_at is not None

    def check(self, event: StoredEvent) -> Iterator[Finding]:
        """Yield what is wrong with the next event."""
        for kind, text in self._wrong(event):
            yield Finding(game=self._game, kind=kind, text=text, version=event.version)
        if event.type in ENDING_EVENTS:
            self._ended_at = event.version
        self._last = event

    def _wrong(self, event: StoredEvent) -> Iterator[tuple[Kind, str]]:
        expected = self.version + 1
        if event.version != expected:
            yield Kind.EVENT_MISSING, f"the event before this one should be {event.version - 1}"
        if event.prev_hash != self.head:
            yield Kind.LINK_BROKEN, "it does not follow the event before it as that one is now"
        if event.hash != hash_of(self._game, event):
            yield Kind.EVENT_CHANGED, "it is not what was recorded: its hash says something else"
        if len(event.salt) != SALT_BYTES:
            yield Kind.EVENT_CHANGED, "its salt has not the length of a salt"
        if not is_canonical(event.payload):
            yield Kind.NOT_CANONICAL, "its payload is not written in canonical JSON"
        if self._ended_at is not None and event.type not in AFTER_THE_END:
            yield Kind.AFTER_THE_END, f"it comes after the end of play in event {self._ended_at}"
        if self._last is not None:
            yield from _beside(self._last, event)


def _beside(before: StoredEvent, event: StoredEvent) -> Iterator[tuple[Kind, str]]:
    if event.at < before.at:
        yield Kind.TIME_WENT_BACK, "it is older than the event before it"
    # A command knows the version it follows, so its transaction began after that one's end.
    if event.transaction_id < before.transaction_id:
        yield Kind.FEED_DIFFERS, "it stands in the feed before an event that came before it"
    shared = (event.at, event.cause, event.transaction_id)
    if event.command == before.command and shared != (
        before.at,
        before.cause,
        before.transaction_id,
    ):
        yield (
            Kind.COMMIT_SPLIT,
            "it has not the time, cause and transaction of the event it was committed with",
        )


def hash_of(game: UUID, event: StoredEvent) -> bytes:
    """Return the hash that an event should have behind the predecessor it names."""
    return chain.event_hash(
        prev_hash=event.prev_hash,
        game=game,
        version=event.version,
        type_name=event.type,
        schema_version=event.schema_version,
        seat=event.seat,
        cause=event.cause,
        at=event.at,
        payload=event.payload,
        salt=event.salt,
    )


def is_canonical(payload: str) -> bool:
    """Answer whether a payload is canonical JSON (RFC 8785) and holds whole numbers only."""
    try:
        read = json.loads(payload, parse_float=_refuse, parse_constant=_refuse)
        return chain.canonical_json(read) == payload
    except (ValueError, RecursionError):
        return False


def _refuse(text: str) -> NoReturn:
    raise ValueError("A payload holds whole numbers only.")
