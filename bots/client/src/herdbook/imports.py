"""What a server needs of a replay file to play it again."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

PARTS = (
    "format",
    "ruleset",
    "rules_version",
    "seats",
    "options",
    "shuffles",
    "result",
    "position_hash",
)
"""What is sent as it stands; of moves and events only some members are."""
OF_MOVES = ("version", "seat", "move")
OF_EVENTS = ("version", "type", "seat", "data")


def needed(replay: Mapping[str, Any]) -> dict[str, object]:
    """Leave out names, times, hashes and the proof: a file may well be larger than is taken."""
    sent: dict[str, object] = {name: replay[name] for name in PARTS if name in replay}
    for name, members in (("moves", OF_MOVES), ("events", OF_EVENTS)):
        if name in replay:
            sent[name] = _rows(replay[name], members)
    return sent


def _rows(rows: object, members: Iterable[str]) -> object:
    """Keep some members of each row; what are no rows is for the server to refuse."""
    if isinstance(rows, str) or not isinstance(rows, Sequence):
        return rows
    return [_row(row, members) for row in cast("Sequence[object]", rows)]


def _row(row: object, members: Iterable[str]) -> object:
    if not isinstance(row, Mapping):
        return row
    known = cast("Mapping[object, object]", row)
    return {name: known[name] for name in members if name in known}
