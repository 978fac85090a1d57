"""Expiries, and the tables beside a log that say what its commands did and whose seats are whose."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from games.engine.events import Cause
from games.engine.game import GameState
from games.store.stored import StoredCommand, StoredHolder
from games.verifying.findings import Finding, Kind
from games.verifying.folding import Closed, Commit, Fold, Held


def commands(game: UUID, found: list[StoredCommand], fold: Fold) -> Iterator[Finding]:
    """Compare what is kept of commands: one closing for each closed decision, and the keys."""
    closed = dict(fold.closed)
    for row in found:
        if row.key is not None or row.seat is None or row.opened is None:
            yield from _keyed(game, row, fold.commits)
            continue
        named = f"the closing of decision {row.opened} of seat {row.seat}"
        known = closed.pop((row.seat, row.opened), None)
        if known is None:
            text = f"{named} is one that the log does not know"
            yield Finding(game=game, kind=Kind.CLOSING_EXTRA, text=text)
        elif names := list(_misstated(row, known)):
            text = f"{named} differs from the log: {', '.join(names)}"
            yield Finding(
                game=game, kind=Kind.CLOSING_DIFFERS, text=text, version=known.commit.first
            )
    for (seat, opened), known in closed.items():
        text = f"the closing of decision {opened} of seat {seat} is not there"
        yield Finding(game=game, kind=Kind.CLOSING_MISSING, text=text, version=known.commit.first)


def _misstated(row: StoredCommand, known: Closed) -> Iterator[str]:
    if row.how != known.how:
        yield f"how ({row.how}, not {known.how})"
    if row.command != known.commit.command:
        yield "command"
    if (row.first_version, row.last_version) != (known.commit.first, known.commit.last):
        yield "versions"
    if bool(row.fingerprint) is (known.how == "other"):
        yield "fingerprint"
    if (row.actor, row.key) != (None, None):
        yield "actor"


def _keyed(game: UUID, row: StoredCommand, commits: Mapping[UUID, Commit]) -> Iterator[Finding]:
    known = commits.get(row.command)
    named = f"a command with a key, of versions {row.first_version} to {row.last_version},"
    if known != (row.command, row.first_version, row.last_version):
        yield Finding(game=game, kind=Kind.KEY_DIFFERS, text=f"{named} is not one of the log")
    is_whole = row.key is not None and row.actor is not None and row.fingerprint
    if not is_whole or (row.seat, row.opened, row.how) != (None, None, None):
        yield Finding(game=game, kind=Kind.KEY_DIFFERS, text=f"{named} is not written as one")


def expiries(game: UUID, fold: Fold) -> Iterator[Finding]:
    """Yield the expiries that came too early, as only a forged count of refusals lets them."""
    for version in fold.expired_early:
        text = "a decision expired before its deadline, of a seat whose refused moves do not count"
        yield Finding(game=game, kind=Kind.EXPIRED_EARLY, text=text, version=version)


def holders(game: UUID, found: list[StoredHolder], fold: Fold) -> Iterator[Finding]:
    """Compare who held which seat from when to when.

    An account that came to its end leaves no rows. While a game goes on its log says so; of one
    that is over, or of who only made it or has left, a missing row tells nothing.
    """
    assert fold.state is not None
    missing = dict(fold.held)
    for row in found:
        held = missing.pop(row.id, None)
        if held is None:
            text = f"a holder of seat {row.seat} is one that the log does not know"
            yield Finding(game=game, kind=Kind.HOLDER_EXTRA, text=text)
        elif (row.seat, row.since_version) != (held.seat, held.since) or not _left(row, held):
            text = f"the holder of seat {held.seat} since event {held.since} is written otherwise"
            yield Finding(game=game, kind=Kind.HOLDER_DIFFERS, text=text)
    for held in missing.values():
        if held.seat is not None and held.until is None and _must_be_known(fold.state, held.seat):
            text = f"whom the holder of seat {held.seat} stands for is not known"
            yield Finding(game=game, kind=Kind.HOLDER_MISSING, text=text)


def _left(row: StoredHolder, held: Held) -> bool:
    # An account that comes to its end leaves its seat first and loses its rows after that.
    is_ending = row.until_version is None and held.until_cause is Cause.SYSTEM
    return is_ending or row.until_version == held.until


def _must_be_known(state: GameState, seat: int) -> bool:
    return not state.status.is_over and not state.seats[seat].is_gone
