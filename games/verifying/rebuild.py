"""Making anew what is derived from a log: the row of its game, and the open decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from games import projections
from games.store import rebuilt, stored
from games.store.stored import StoredGame
from games.verifying import comparing
from games.verifying.findings import Finding, Kind
from games.verifying.verify import Walk, head, unreadable


@dataclass(frozen=True, kw_only=True)
class Rebuilt:
    """What came of a game."""

    game: UUID
    version: int
    differences: Sequence[Finding] = ()
    """What did not agree with the log."""
    refused: Sequence[Finding] = ()
    """What is wrong with the log, so that nothing can be made of it."""


def compare_game(game: UUID, *, trust_log: bool = False) -> Rebuilt:
    """Say what `rebuild_game` would do, and change nothing."""
    walk = Walk(game)
    try:
        with stored.one_moment():
            wrong = list(walk.over(stored.events(game)))
            return _compared(walk, wrong, stored.game(game), trust_log=trust_log)
    except stored.UnreadableError:
        return Rebuilt(game=game, version=walk.links.version, refused=[unreadable(game)])


def rebuild_game(game: UUID, *, trust_log: bool = False) -> Rebuilt:
    """Write anew what differs from the log; play goes on meanwhile.

    Most of the log is read before the game is locked, so that moves wait for what was appended
    since and no longer. A log that is not whole is left alone; so is one that ends elsewhere than
    its game's row says, for that may be all that tells of events cut off: unless `trust_log`.
    """
    walk = Walk(game)
    try:
        return _rebuilt(walk, trust_log=trust_log)
    except stored.UnreadableError:
        return Rebuilt(game=game, version=walk.links.version, refused=[unreadable(game)])


def _rebuilt(walk: Walk, *, trust_log: bool) -> Rebuilt:
    game = walk.game
    with stored.one_moment():
        wrong = list(walk.over(stored.events(game)))
    with transaction.atomic(durable=True):
        row = stored.game(game, lock=True)
        wrong += walk.over(stored.events(game, after=walk.links.version))
        compared = _compared(walk, wrong, row, trust_log=trust_log)
        if row is not None and not compared.refused:
            _write(row, walk, [finding.kind for finding in compared.differences])
    return compared


def _compared(
    walk: Walk, wrong: list[Finding], row: StoredGame | None, *, trust_log: bool
) -> Rebuilt:
    state = walk.fold.state
    if row is None or state is None or wrong:
        missing = Finding(game=walk.game, kind=Kind.NO_GAME, text="there is no log of such a game")
        return Rebuilt(game=walk.game, version=walk.links.version, refused=wrong or [missing])
    ends = list(head(row, walk.links))
    if ends and not trust_log:
        return Rebuilt(game=row.id, version=walk.links.version, refused=ends)
    return Rebuilt(
        game=row.id,
        version=walk.links.version,
        differences=[
            *ends,
            *comparing.columns(row, state),
            *comparing.snapshot(row, state),
            *comparing.decisions(row.id, stored.decisions(row.id), state),
        ],
    )


_OF_DECISIONS = frozenset({Kind.DECISION_MISSING, Kind.DECISION_EXTRA, Kind.DECISION_DIFFERS})


def _write(row: StoredGame, walk: Walk, differ: list[Kind]) -> None:
    assert walk.fold.state is not None
    if not _OF_DECISIONS.issuperset(differ):
        rebuilt.write_game(row, walk.fold.state, walk.links.head)
    if not _OF_DECISIONS.isdisjoint(differ):
        rebuilt.write_decisions(row, projections.open_decisions(row.id, walk.fold.state))
