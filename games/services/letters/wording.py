"""Times and time controls in words."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.engine.clocks import Bank, Fischer, OnExpiry, PerMove, TimeControl

_UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))
_ON_EXPIRY = {
    OnExpiry.HOUSE_BOT: "a house bot plays the seat until its owner returns",
    OnExpiry.DEFAULT_MOVE: "the default move is made",
    OnExpiry.FORFEIT: "the seat loses",
}


def moment_text(moment: datetime, time_zone: str) -> str:
    """Write a time as the clock on the wall shows it: `Tue 1 Dec 2026, 09:12 (Europe/Vienna)`."""
    there = moment.astimezone(ZoneInfo(time_zone))
    return f"{there:%a} {there.day} {there:%b %Y, %H:%M} ({time_zone})"


def length_text(length: timedelta) -> str:
    """Write a length by its two largest units: `1 day 3 hours`, rounded down."""
    left, parts = max(int(length.total_seconds()), 0), []
    for unit, size in _UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}" if count == 1 else f"{count} {unit}s")
        elif parts:
            break
    return " ".join(parts[:2]) or "no time"


def time_control_lines(control: TimeControl) -> list[str]:
    """Return all that a time control says, a sentence for each of its fields."""
    budget = control.pause_budget
    weekends = control.weekend_pause
    return [
        _time_line(control),
        f"When time is up, {_ON_EXPIRY[control.on_expiry]}.",
        f"Clocks stand still at weekends, by the time of {weekends}."
        if weekends is not None
        else "Clocks run at weekends.",
        "Deadlines wait for the end of a player's quiet hours."
        if control.quiet_hours
        else "Deadlines do not wait for the end of quiet hours.",
        "A player's vacation stops the clocks of their seat."
        if control.vacation
        else "Vacations stop no clock.",
        _pause_line(budget.seat, budget.game),
    ]


def _time_line(control: TimeControl) -> str:
    match control:
        case PerMove():
            return f"{_of(control.seconds)} for each decision."
        case Fischer():
            return (
                f"{_of(control.initial)} on each clock at the start, {_of(control.increment)} more"
                f" with each decision, never more than {_of(control.cap)}."
            )
        case Bank():
            return (
                f"{_of(control.allowance)} for each decision, and {_of(control.bank)} in each"
                " seat's bank."
            )
        case _:
            return "No decision has a deadline."


def _pause_line(seat: int, game: int | None) -> str:
    if not seat:
        return "There are no pauses."
    together = "" if game is None else f", all together {_of(game)}"
    return f"Each seat may pause the game for {_of(seat)}{together}."


def _of(seconds: int) -> str:
    return length_text(timedelta(seconds=seconds))
