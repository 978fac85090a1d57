"""Time controls: pure functions from a control and the log's times to one absolute deadline."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

import msgspec

from games.engine.errors import reason_and_pointer


class OnExpiry(StrEnum):
    """What happens when a decision was not answered in time."""

    HOUSE_BOT = "house-bot"
    """A house bot takes the seat until its owner returns."""
    DEFAULT_MOVE = "default-move"
    """The ruleset's default move is made."""
    FORFEIT = "forfeit"
    """The seat loses."""


class PerMove(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="per_move",
):
    """The same time for every decision."""

    seconds: Annotated[int, msgspec.Meta(ge=1, le=1_209_600)] = 86_400
    on_expiry: OnExpiry = OnExpiry.HOUSE_BOT


TimeControl: TypeAlias = PerMove


class BadTimeControlError(Exception):
    """A time control that cannot be read; `pointer` leads to the bad value (`/seconds`)."""

    def __init__(self, reason: str, pointer: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.pointer = pointer


def parse_time_control(raw: Mapping[str, Any] | None, *, rated_duel: bool) -> TimeControl:
    """Read a time control; missing parts take their defaults.

    A rated game of two (`rated_duel`) forfeits by default, every other one hands the seat to a
    house bot. Raises `BadTimeControlError`.
    """
    default = OnExpiry.FORFEIT if rated_duel else OnExpiry.HOUSE_BOT
    try:
        return msgspec.convert(
            {"kind": "per_move", "on_expiry": default} | dict(raw or {}), TimeControl
        )
    except msgspec.ValidationError as error:
        raise BadTimeControlError(*reason_and_pointer(error)) from None


def deadline(control: TimeControl, opened_at: datetime) -> datetime:
    """Return when a decision opened at `opened_at` must be answered."""
    return opened_at + timedelta(seconds=control.seconds)
