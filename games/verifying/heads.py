"""Heads that were published and kept: what shows that a whole chain was written anew."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

import msgspec

from games.store.stored import StoredEvent
from games.verifying.findings import Finding, Kind

_BLANKS = re.compile(r"\s*")


class BadHeadsError(Exception):
    """A file that does not hold published heads; the message says what it lacks."""


class PublishedHead(msgspec.Struct, frozen=True, kw_only=True):
    """The hash of the last event of a game that was over, as it was published once."""

    game: UUID | None = None
    """None for a private game."""
    game_hash: str
    version: int
    hash: str


class _Page(msgspec.Struct, frozen=True):
    items: list[PublishedHead]


def hash_of_id(game: UUID) -> str:
    """Return the name (hex) under which a game stands in the list of heads."""
    return hashlib.sha256(game.bytes).hexdigest()


def read_heads(text: str) -> list[PublishedHead]:
    """Read one or more answers of `GET /log/heads`, one after the other.

    Raises `BadHeadsError`.
    """
    if not text.strip():
        raise BadHeadsError("it is empty")
    found: list[PublishedHead] = []
    decoder, place = json.JSONDecoder(), 0
    try:
        while place < len(text):
            page, place = decoder.raw_decode(text, place)
            found += msgspec.convert(page, _Page).items
            place = _BLANKS.match(text, place).end()  # type: ignore[union-attr]  # matches always
    except (ValueError, RecursionError) as error:
        raise BadHeadsError(f"it is no answer of GET /log/heads: {error}") from None
    return found


class KeptHeads:
    """Heads that were kept, by game; each game that is verified is crossed off."""

    def __init__(self, heads: Iterable[PublishedHead] = ()) -> None:
        self._by_game: dict[str, list[PublishedHead]] = {}
        for head in heads:
            self._by_game.setdefault(head.game_hash, []).append(head)

    def take(self, game: UUID) -> "Heads":
        """Return the heads of one game, and cross it off."""
        return Heads(game, self._by_game.pop(hash_of_id(game), []))

    def left(self) -> Iterator[Finding]:
        """Yield a finding for each game that was not crossed off: it is gone."""
        for heads in self._by_game.values():
            yield Finding(
                game=heads[0].game,
                kind=Kind.NO_GAME,
                text=f"there is no such game, but its head was published: {heads[0].game_hash}",
                version=heads[0].version,
            )


class Heads:
    """The kept heads of one game, to be held against its events."""

    def __init__(self, game: UUID, heads: Sequence[PublishedHead] = ()) -> None:
        self._game = game
        self._open = {(head.version, head.hash) for head in heads}
        self._versions = {head.version for head in heads}

    def check(self, event: StoredEvent) -> Iterator[Finding]:
        """Yield a finding if the hash of this event was published as another."""
        if event.version not in self._versions:
            return
        self._versions.remove(event.version)
        published = {digest for version, digest in self._open if version == event.version}
        if published != {event.hash.hex()}:
            text = "its hash is another than the one that was published: the log was written anew"
            yield Finding(game=self._game, kind=Kind.REWRITTEN, text=text, version=event.version)

    def left(self) -> Iterator[Finding]:
        """Yield a finding for each published head whose event did not come."""
        for version in sorted(self._versions):
            text = "its hash was published, but the log has no such event any more"
            yield Finding(game=self._game, kind=Kind.REWRITTEN, text=text, version=version)
