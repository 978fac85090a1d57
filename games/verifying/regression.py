"""Whether this release makes of a stored game what the releases before it made.

The log is folded and each move decided again, by the rules under which the game was begun. What is
compared was computed by the code of its time: the events, the closings and the open decisions, the
columns, the snapshot. `verify` asks whether somebody changed history; this asks whether we did.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

import msgspec

from games.engine import retelling
from games.engine.errors import RulesNotInstalledError
from games.engine.events import Event
from games.engine.game import GameState, Status
from games.engine.registry import find_ruleset
from games.engine.retelling import Fields, ToldOtherwiseError
from games.engine.snapshots import decode_state, encode_state
from games.store import stored, upcasting
from games.store.stored import StoredEvent, StoredGame
from games.verifying import bookkeeping, comparing
from games.verifying.findings import Finding, Kind
from games.verifying.folding import Fold, commits


class Result(StrEnum):
    """What came of a game."""

    SAME = "same"
    STALE = "stale"
    """The same, but its snapshot has to be written anew before it is played on."""
    SKIPPED = "skipped"
    """It is over, and its rules are not installed any more."""
    DIFFERENT = "different"


@dataclass(frozen=True, kw_only=True)
class Replayed:
    """A game, and what this release makes of it otherwise."""

    game: UUID
    ruleset: str
    rules_version: int
    result: Result
    events: int
    findings: Sequence[Finding] = ()
    """In the order of the log; what belongs to no event comes last."""


def replay_game(game: UUID) -> Replayed | None:
    """Replay a stored game as it is at one moment; it may be in play. None if there is none."""
    with stored.one_moment():
        row = stored.game(game)
        if row is None:
            return None
        findings = sorted(_differences(row), key=lambda found: found.version or row.version + 1)
    return Replayed(
        game=row.id,
        ruleset=row.ruleset,
        rules_version=row.rules_version,
        result=_result(row, findings),
        events=row.version,
        findings=findings,
    )


def _result(row: StoredGame, findings: Sequence[Finding]) -> Result:
    kinds = {found.kind for found in findings}
    if not kinds:
        return Result.SAME
    if kinds == {Kind.SNAPSHOT_STALE}:
        return Result.STALE
    is_over = Status(row.status).is_over
    return Result.SKIPPED if is_over and kinds == {Kind.RULES_MISSING} else Result.DIFFERENT


def _differences(row: StoredGame) -> Iterator[Finding]:
    fold = Fold()
    for together in commits(stored.events(row.id)):
        found = list(_told(row, fold, together))
        yield from found
        if found:
            return  # whatever comes later follows from it
    assert fold.state is not None
    yield from bookkeeping.commands(row.id, stored.commands(row.id), fold)
    yield from comparing.columns(row, fold.state)
    yield from comparing.decisions(row.id, stored.decisions(row.id), fold.state)
    yield from _snapshot(row, fold.state)


def _told(row: StoredGame, fold: Fold, together: Sequence[StoredEvent]) -> Iterator[Finding]:
    """Decide one commit again, and fold it."""
    first = together[0].version
    try:
        rules = find_ruleset(row.ruleset, row.rules_version)
        events = [
            upcasting.from_payload(rules, one.type, one.schema_version, one.payload)
            for one in together
        ]
        fields = [_fields(one, event) for one, event in zip(together, events, strict=True)]
        retelling.check_commit(fold.state, events, together[0].at, fields)
        fold.add(together)
    except ToldOtherwiseError as error:
        text = f"by the rules of today {error}"
        yield Finding(game=row.id, kind=Kind.TOLD_OTHERWISE, text=text, version=first + error.place)
    except RulesNotInstalledError:
        text = f"version {row.rules_version} of the rules of {row.ruleset} is not installed"
        yield Finding(game=row.id, kind=Kind.RULES_MISSING, text=text)
    except Exception as error:  # noqa: BLE001 - whatever it is, the release must not go out
        # Not what the error says: that may quote the event, cards and all.
        text = f"it cannot be read, decided or folded: {type(error).__name__}"
        yield Finding(game=row.id, kind=Kind.UNREADABLE, text=text, version=first)


def _fields(stored_event: StoredEvent, event: Event) -> Fields:
    if stored_event.schema_version == event.schema_version:
        return None
    return frozenset(json.loads(stored_event.payload))


def _snapshot(row: StoredGame, folded: GameState) -> Iterator[Finding]:
    """Compare what this release reads in the snapshot with what it folds.

    Where only the form of the state is another, the position and all else must be the same.
    """
    stale = Finding(
        game=row.id,
        kind=Kind.SNAPSHOT_STALE,
        text="the snapshot is of an older form; `manage.py rebuild` writes it anew",
    )
    try:
        read = decode_state(row.state)
    except Exception:  # noqa: BLE001 - it was written by other code, in another form
        yield stale
        return
    before, after = json.loads(encode_state(read)), json.loads(encode_state(folded))
    names = {name for name in after if before.get(name) != after[name]}
    if not names:
        return
    if "rules" in names and position_of(read) == position_of(folded):
        names.remove("rules")
    if "undo" in names and _ways_back(read) == _ways_back(folded):
        names.remove("undo")
    # A member that the snapshot has not got is one that this release brings.
    if names <= after.keys() - json.loads(row.state).keys():
        yield stale
        return
    text = f"the log folds to another state: {', '.join(sorted(names))}"
    yield Finding(game=row.id, kind=Kind.SNAPSHOT_DIFFERS, text=text)


def _ways_back(state: GameState) -> object:
    """Return what is kept for an undo, with positions instead of states in whatever form."""
    rules, undo = state.game_rules, state.undo
    positions = [rules.to_position(point.state(rules)) for point in undo.points]
    places = [(point.version, point.seat) for point in undo.points]
    return positions, places, msgspec.structs.replace(undo, points=())


def position_of(state: GameState) -> object:
    """Return the position, in the form that is documented; None before the first deal."""
    return None if state.rules is None else state.game_rules.to_position(state.rules)
