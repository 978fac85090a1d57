"""A replay as a file (format `herdbook-replay/1`): what of it is read to play the game again."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from games.engine.errors import RuleError
from games.engine.outcome import Outcome

FORMAT = "herdbook-replay/1"
_PLACE = re.compile(r" - at `\$((?:\.\w+|\[\d+\])+)`$", re.ASCII)
_STEP = re.compile(r"\w+", re.ASCII)
_LONGEST = 200

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]


class BadReplayError(RuleError):
    """A replay file from which no game can be played; `pointer` leads to what is wrong."""

    code = "bad_replay"

    def __init__(self, reason: str, pointer: str) -> None:
        super().__init__(reason)
        self.pointer = pointer


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the rows of a file."""

    version: Number


class ShuffleRow(Row, frozen=True, kw_only=True):
    """An order in which chance put cards, as codes, the top first."""

    purpose: Word
    order: Annotated[list[Word], msgspec.Meta(max_length=1000)]


class MoveRow(Row, frozen=True, kw_only=True):
    """A move that was made."""

    seat: Number
    move: Word
    cause: Word = ""
    at: Word = ""
    undone: bool = False
    """Not believed: that a move was taken back is seen by the events."""


class EventRow(Row, frozen=True, kw_only=True):
    """An event, of which type, seat and data are read; all else may be left out."""

    type: Word
    seat: Number | None = None
    data: dict[str, Any] = {}
    at: Word = ""
    cause: Word = ""
    schema_version: Number = 1
    payload: str = ""
    salt: str = ""
    hash: str = ""


class ReplayFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that has the form of one; whether it tells a game is seen by playing it."""

    format: Literal["herdbook-replay/1"]
    ruleset: Word
    rules_version: Number
    seats: Annotated[int, msgspec.Meta(ge=1, le=10)]
    options: dict[str, Any]
    shuffles: list[ShuffleRow]
    moves: list[MoveRow]
    events: list[EventRow]
    result: Outcome
    position_hash: Word | None = None


def read_file(told: Mapping[str, Any]) -> ReplayFile:
    """Read a file from JSON values; what it says beyond this is not looked at.

    Raises `BadReplayError`.
    """
    try:
        return msgspec.convert(told, ReplayFile)
    except msgspec.ValidationError as error:
        text = str(error)
        place = _PLACE.search(text)
        steps = _STEP.findall(place[1]) if place else []
        reason = text[: place.start()] if place else text
        # It may quote the file, which is longer than anybody wants to read.
        raise BadReplayError(reason[:_LONGEST], "".join(f"/{step}" for step in steps)) from None
