"""How much vacation an account has: a pure rule, computed from times and by no job.

An account begins with a week, earns thirty days a year, evenly, except while it is on vacation,
and holds thirty days at most. A vacation costs what it lasts, but a day at least. One that is
planned costs from the moment it is planned.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

FIRST = timedelta(days=7)
"""What a new account has; a throw-away one has nothing."""
MOST = timedelta(days=30)
"""What an account can hold; beyond that it earns nothing."""
A_YEAR = timedelta(days=30)
"""What is earned in 365 days."""
LEAST = timedelta(days=1)
"""The shortest vacation, and the least that one costs, however soon it is ended."""
AHEAD = timedelta(days=365)
"""So far ahead a vacation can be planned."""
_YEAR = timedelta(days=365)


class Taken(NamedTuple):
    """A vacation that costs something: one that was, is, or is planned."""

    starts_at: datetime
    ends_at: datetime
    """Of one that was ended early, when it ended."""


def balance(
    taken: Sequence[Taken], *, first: timedelta, since: datetime, at: datetime
) -> timedelta:
    """Return what is left at `at`, all vacations of `taken`, in order, paid for.

    `first` is what the account began with at `since`.

    >>> from datetime import UTC
    >>> birth = datetime(2026, 1, 1, tzinfo=UTC)
    >>> balance([], first=FIRST, since=birth, at=birth + timedelta(days=73)).days
    13
    """
    left = first
    for vacation in taken:
        left = _earned(left, since, vacation.starts_at)
        since = max(since, vacation.ends_at, vacation.starts_at + LEAST)
        left -= max(vacation.ends_at - vacation.starts_at, LEAST)
    return _earned(left, since, at)


def _earned(left: timedelta, since: datetime, until: datetime) -> timedelta:
    """Return what is left after a time without vacation."""
    earned = max(until - since, timedelta()) * A_YEAR.days / _YEAR.days
    return min(MOST, left + earned)
