"""Who plays: people of many tempers, who sleep, travel, forget, and answer at the last instant."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from enum import Enum, auto

from accounts.models import Account
from games.engine.clocks import QuietHours
from games.engine.owing import Owed
from games.services.askers import Asker
from tests.services.table import bot, person
from tests.simulation.reckoning import Span

_ZONES = (
    "Europe/Berlin",  # goes forward on the first Sunday
    "America/Santiago",  # goes back at the midnight before the second one
    "Australia/Lord_Howe",  # goes back by half an hour on that day
    "Pacific/Auckland",
    "America/New_York",
    "Asia/Kathmandu",
    "UTC",
)


class Temper(Enum):
    """When somebody answers."""

    PROMPT = auto()
    STEADY = auto()
    SLOW = auto()
    """After a good part of the time there is, and sometimes too late."""
    BRINK = auto()
    """A millisecond before the deadline, upon it, or right after it."""
    FADING = auto()
    """Plays for some days and is never seen again."""
    SILENT = auto()


_SHARES = {
    Temper.PROMPT: 30,
    Temper.STEADY: 30,
    Temper.SLOW: 14,
    Temper.BRINK: 12,
    Temper.FADING: 8,
    Temper.SILENT: 6,
}
_AROUND = (timedelta(milliseconds=-1), timedelta(), timedelta(seconds=1))


@dataclass(eq=False)
class Player:
    """Somebody with an account, and what is known of them."""

    asker: Asker
    temper: Temper
    leaves_at: datetime
    """From then on nothing is heard of them."""
    vacations: list[Span] = field(default_factory=list)
    """As they were in the end."""

    @property
    def comes_back(self) -> bool:
        """Whether they take a seat back that was given to the house."""
        return self.temper not in {Temper.SILENT, Temper.FADING}

    def is_on_vacation(self, at: datetime) -> bool:
        """Answer whether a vacation of theirs runs."""
        return any(since <= at < until for since, until in self.vacations)

    def answers_at(self, owed: Owed, now: datetime, rng: random.Random) -> datetime | None:
        """Return when they answer a decision; None: never."""
        left = None if owed.due_at is None else owed.due_at - now
        match self.temper:
            case Temper.SILENT:
                return None
            case Temper.SLOW if left is not None:
                at = now + left * rng.uniform(0.2, 1.03)
            case Temper.BRINK if left is not None and rng.random() < 0.5:
                at = now + left + rng.choice(_AROUND)
            case Temper.PROMPT:
                at = now + timedelta(minutes=rng.lognormvariate(2.5, 1))
            case _:
                at = now + timedelta(minutes=rng.lognormvariate(4.5, 1))
        return at if at < self.leaves_at else None


def people(number: int, start: datetime, end: datetime, rng: random.Random) -> Iterator[Player]:
    """Open so many accounts; all have left by `end`."""
    tempers, weights = list(_SHARES), list(_SHARES.values())
    for place in range(number):
        temper = tempers[place] if place < len(tempers) else rng.choices(tempers, weights)[0]
        leaves_at = end
        if temper is Temper.FADING:
            leaves_at = start + (end - start) * rng.uniform(0.1, 0.6)
        asker = bot() if rng.random() < 0.2 else person()
        if not asker.is_bot and rng.random() < 0.6:
            asker = _asleep_at_night(asker, rng)
        yield Player(asker=asker, temper=temper, leaves_at=leaves_at)


def _asleep_at_night(asker: Asker, rng: random.Random) -> Asker:
    zone, since, until = rng.choice(_ZONES), time(rng.choice((0, 21, 22, 23)), 30), time(7, 15)
    hours = {"begin": f"{since:%H:%M}", "end": f"{until:%H:%M}"}
    Account.objects.filter(id=asker.account).update(quiet_hours=hours, time_zone=zone)
    return replace(asker, quiet_hours=QuietHours(zone=zone, since=since, until=until))
