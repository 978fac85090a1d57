"""What an account can choose to be told of by mail."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

CHOICES: Mapping[str, bool] = {
    "your_turn": False,
    "deadlines": False,
    "invitations": False,
    "game_over": False,
    "digest": False,
    "tokens": False,
    "bots": False,
}
"""Each choice, with what holds for whoever has not chosen: no mail, since nobody has shown that the
address is theirs."""
DIGEST_HOUR = "digest_hour"
"""The hour of the day, in the account's time zone, at which the digest comes."""
USUAL_HOUR = 8


def chosen(stored: Mapping[str, bool | int]) -> dict[str, bool | int]:
    """Return every choice, with the defaults filled in."""
    choices: Mapping[str, bool | int] = {**CHOICES, DIGEST_HOUR: USUAL_HOUR}
    return {name: stored.get(name, default) for name, default in choices.items()}


def next_digest(
    stored: Mapping[str, bool | int], *, time_zone: str, now: datetime
) -> datetime | None:
    """Return when the next digest is due after `now`, or None for who wants none.

    An hour that a change of clocks leaves out comes an hour later; of one that there is twice, the
    first counts.
    """
    choices = chosen(stored)
    if not choices["digest"]:
        return None
    zone = ZoneInfo(time_zone)
    day = now.astimezone(zone).date()
    due = _at(choices[DIGEST_HOUR], day, zone)
    return due if due > now else _at(choices[DIGEST_HOUR], day + timedelta(days=1), zone)


def _at(hour: int, day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(hour), zone).astimezone(UTC)
