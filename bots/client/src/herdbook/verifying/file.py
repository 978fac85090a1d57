"""A replay file as the checks read it, and how they say that it is not in order."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

File: TypeAlias = Mapping[str, Any]
SHUFFLES = {"RoundDealt": "deal", "PileRecycled": "recycle", "HandOffered": "offer"}
"""The events that record a shuffle, and what each was for."""


class TamperedError(Exception):
    """The file is not what an honest server would have written; says what is wrong, and where."""


def expect(is_so: bool, otherwise: str) -> None:
    """Raise `TamperedError` unless it is so."""
    if not is_so:
        raise TamperedError(otherwise)


def stored(replay: File, *types: str) -> Iterator[tuple[int, Any]]:
    """Yield the version and the stored content of the events of these types, or of all."""
    for event in replay["events"]:
        if not types or event["type"] in types:
            yield event["version"], json.loads(event["payload"])
