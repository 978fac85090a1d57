"""One stored game, verified: its chain, its fold, and all that is derived from it."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from games.engine.errors import RulesNotInstalledError
from games.engine.game import GameState
from games.store import epochs, stored
from games.store.stored import StoredEvent, StoredGame
from games.verifying import bookkeeping, comparing
from games.verifying.findings import Finding, Kind
from games.verifying.folding import Fold, commits
from games.verifying.heads import Heads, KeptHeads
from games.verifying.links import Links


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What came of a game."""

    game: UUID
    findings: Sequence[Finding]
    state: GameState | None = field(default=None, repr=False)
    """The state that the log folds to, without a look at the snapshot; None if it does not."""
    version: int = 0
    """The last event of the log."""
    head: bytes = field(default=b"", repr=False)
    """The stored hash of the last event; secret while the game runs."""

    is_unfolded: bool = False
    """Whether play is over and its rules are not installed any more: nothing could be compared."""

    @property
    def is_sound(self) -> bool:
        """Answer whether nothing is wrong."""
        return not self.findings


def verify_game(game: UUID, kept: KeptHeads | None = None) -> Verdict:
    """Read a whole log as it is at one moment, check it and fold it; the game may be in play.

    `kept` are heads that were published, against which it is held too. The log is read a page at a
    time, in one short transaction of its own that writes nothing.
    """
    walk = Walk(game, kept.take(game) if kept is not None else None)
    findings: list[Finding] = []
    try:
        with stored.one_moment():
            findings += _all(walk)
    except stored.UnreadableError:
        findings.append(unreadable(game))
        walk.is_folded = False
    # Rules may be taken out with the last game that needs them, and what it recorded stays.
    missing = [one for one in findings if one.kind is Kind.RULES_MISSING and walk.links.is_over]
    return Verdict(
        game=game,
        findings=[one for one in findings if one not in missing],
        is_unfolded=bool(missing),
        state=walk.fold.state if walk.is_folded else None,
        version=walk.links.version,
        head=walk.links.head,
    )


class Walk:
    """A walk over a log, which checks and folds what it comes by and can go on later."""

    def __init__(self, game: UUID, heads: Heads | None = None) -> None:
        self.game = game
        self.heads = heads or Heads(game)
        self.links = Links(game)
        self.fold = Fold()
        self.is_folded = True
        """Whether every event so far could be folded."""

    def over(self, events: Iterator[StoredEvent]) -> Iterator[Finding]:
        """Walk on over these events, whole commits of them, and yield what is wrong."""
        for together in commits(events):
            for event in together:
                yield from self.links.check(event)
                yield from self.heads.check(event)
            if self.is_folded:
                yield from self._fold(together)

    def _fold(self, together: list[StoredEvent]) -> Iterator[Finding]:
        try:
            self.fold.add(together)
        except RulesNotInstalledError:
            kind, why = Kind.RULES_MISSING, "its rules are not installed in this version"
        except Exception as error:  # noqa: BLE001 - events that nobody recorded can lead to any
            # Not what the error says: that may quote the event, cards and all.
            kind, why = Kind.UNREADABLE, f"it cannot be folded from here on, {type(error).__name__}"
        else:
            return
        self.is_folded = False
        text = f"nothing is compared with the log: {why}"
        yield Finding(game=self.game, kind=kind, text=text, version=together[0].version)


def unreadable(game: UUID) -> Finding:
    """Return what is found of a game with values that nothing can read."""
    text = "a row of it holds a time that is none, and nothing can be compared"
    return Finding(game=game, kind=Kind.UNREADABLE, text=text)


def _all(walk: Walk) -> Iterator[Finding]:
    row = stored.game(walk.game)
    if row is None:
        yield Finding(game=walk.game, kind=Kind.NO_GAME, text="there is no such game")
        return
    yield from walk.over(stored.events(walk.game))
    yield from _beside(row, walk)


def _beside(row: StoredGame, walk: Walk) -> Iterator[Finding]:
    """Compare a game's row and the other tables with the end of its log."""
    yield from head(row, walk.links)
    yield from walk.heads.left()
    yield from _feed(walk)
    state = walk.fold.state
    if state is None or not walk.is_folded:
        return
    yield from _secret(row, state)
    yield from comparing.columns(row, state)
    yield from comparing.snapshot(row, state)
    yield from comparing.decisions(row.id, stored.decisions(row.id), state)
    yield from bookkeeping.commands(row.id, stored.commands(row.id), walk.fold)
    yield from bookkeeping.expiries(row.id, walk.fold)
    yield from bookkeeping.holders(row.id, stored.holders(row.id), walk.fold)


def head(row: StoredGame, links: Links) -> Iterator[Finding]:
    """Hold the version and the head of a game's row against the end of its log."""
    if row.version != links.version:
        text = f"the row names event {row.version} as the last one, the log ends with another"
    elif row.head_hash != links.head:
        text = "the row has another hash of the last event than the log"
    else:
        return
    yield Finding(game=row.id, kind=Kind.HEAD_DIFFERS, text=text, version=links.version or None)


def _feed(walk: Walk) -> Iterator[Finding]:
    if walk.links.feed_id >= epochs.first_unused():
        text = "it stands in the feed behind all that there can be by now"
        version = walk.links.version
        yield Finding(game=walk.game, kind=Kind.FEED_DIFFERS, text=text, version=version)


def _secret(row: StoredGame, state: GameState) -> Iterator[Finding]:
    if hashlib.sha256(row.secret).hexdigest() != state.commitment:
        text = "the secret behind the shuffles is not the one that was promised at the start"
        yield Finding(game=row.id, kind=Kind.SECRET_DIFFERS, text=text)
