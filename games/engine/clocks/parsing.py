"""Reading a time control that somebody asks for."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import cache
from typing import Any, get_args
from zoneinfo import available_timezones

import msgspec

from games.engine.clocks.controls import Fischer, OnExpiry, TimeControl, Untimed
from games.engine.errors import names_unknown_field, reason_and_pointer

SLOW = timedelta(hours=12)
"""From so much time for a decision on, people sleep and travel while they owe one."""
_FOR_SLOW_GAMES = ("quiet_hours", "vacation")
_PLACES_OF_ONE_MACHINE = {"localtime", "Factory"}
_KINDS = {control.__struct_config__.tag: control for control in get_args(TimeControl)}
_CHOICES = {"/kind": list(_KINDS), "/on_expiry": list(OnExpiry)}
"""What there is to choose from, which the reader of values does not say of a bad one."""


class BadTimeControlError(Exception):
    """A time control that cannot be read; `pointer` leads to the bad value (`/seconds`)."""

    def __init__(self, reason: str, pointer: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.pointer = pointer


class UnknownPartError(BadTimeControlError):
    """A time control with a member that there is not, or not for its kind."""


def parse_time_control(raw: Mapping[str, Any] | None, *, rated_duel: bool) -> TimeControl:
    """Read a time control; missing parts take their defaults.

    A rated game of two (`rated_duel`) forfeits by default, every other one hands the seat to a
    house bot. Quiet hours and vacations count by default where decisions have half a day or more.
    Raises `BadTimeControlError`, or `UnknownPartError`, which is one.
    """
    asked = dict(raw or {})
    default = OnExpiry.FORFEIT if rated_duel else OnExpiry.HOUSE_BOT
    filled = {"kind": "per_move", "on_expiry": default} | asked
    try:
        control: TimeControl = msgspec.convert(filled, TimeControl)
    except msgspec.ValidationError as error:
        raise _refusal(error, filled) from None
    control = _with_defaults(control, asked)
    for reason, pointer in _absurdities(control):
        raise BadTimeControlError(reason, pointer)
    return control


def _refusal(error: msgspec.ValidationError, read: Mapping[str, Any]) -> BadTimeControlError:
    """Return what is wrong with what was read, and what could stand there instead."""
    reason, pointer = reason_and_pointer(error, read)
    if pointer in _CHOICES:
        return BadTimeControlError(f"This must be one of: {', '.join(_CHOICES[pointer])}.", pointer)
    if not names_unknown_field(error):
        return BadTimeControlError(reason, pointer)
    if pointer.count("/") == 1:
        known = ("kind", *_KINDS[read["kind"]].__struct_fields__)
        reason += f"; for {read['kind']} there are: {', '.join(known)}."
    return UnknownPartError(reason, pointer)


def _with_defaults(control: TimeControl, asked: Mapping[str, Any]) -> TimeControl:
    """Return it with the defaults that follow from what was asked."""
    changes: dict[str, Any] = {}
    if not _is_slow(control):
        changes = {name: False for name in _FOR_SLOW_GAMES if name not in asked}
    if isinstance(control, Fischer) and "cap" not in asked:
        changes["cap"] = max(control.cap, control.initial, control.increment)
    return msgspec.structs.replace(control, **changes)


def _is_slow(control: TimeControl) -> bool:
    return control.longest is None or control.longest >= SLOW


def _absurdities(control: TimeControl) -> Iterator[tuple[str, str]]:
    """Yield what makes no sense together, each with a pointer."""
    if isinstance(control, Fischer):
        if control.cap < max(control.initial, control.increment):
            yield "The cap is less than `initial` or `increment`.", "/cap"
        if control.increment == 0 and control.on_expiry is not OnExpiry.FORFEIT:
            yield (
                "Without time left a seat could never play again. Gain some, or use `forfeit`.",
                "/increment",
            )
    zone = control.weekend_pause
    if zone is not None and zone not in known_zones():
        yield "There is no such time zone.", "/weekend_pause"
    if isinstance(control, Untimed):
        for name in ("weekend_pause", "quiet_hours"):
            if getattr(control, name):
                yield "A game without deadlines has no clock that could wait.", f"/{name}"
    if not _is_slow(control):
        for name in ("weekend_pause", *_FOR_SLOW_GAMES):
            if getattr(control, name):
                yield "This is for games in which a decision has half a day or more.", f"/{name}"
    budget = control.pause_budget
    if budget.game is not None and budget.game < budget.seat:
        yield "All seats together cannot have less than one of them.", "/pause_budget/game"


@cache
def known_zones() -> frozenset[str]:
    """Return the names of the time zones there are, the same on every machine."""
    return frozenset(available_timezones() - _PLACES_OF_ONE_MACHINE)
