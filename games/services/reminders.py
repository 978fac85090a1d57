"""Telling accounts that a deadline is near."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.event_types import EventType
from accounts.services import telling
from accounts.services.telling import News
from games.services.account_feed import of_a_decision
from games.store import clock, decisions
from games.store.decisions import OwedByAccount

BEFORE = timedelta(hours=24)
"""A reminder comes when so much time is left, or half of it where that is less."""
SHORTEST = timedelta(hours=1)
"""Who has less time than this for a decision sits at the table and needs no reminder."""


def remind() -> int:
    """Tell of each decision that is due soon, once for each deadline it has; return how many.

    Safe to call at any time.
    """
    total = 0
    while near := decisions.nearly_due(
        before=BEFORE, shortest=SHORTEST, told=EventType.DEADLINE_NEAR
    ):
        now = clock.now()
        with transaction.atomic(durable=True):
            told = telling.tell([_of(one, now) for one in near])
        total += len(told)
        if len(told) < decisions.PAGE:
            break  # all of them; or another worker tells the same
    return total


def _of(owed: OwedByAccount, now: datetime) -> News:
    assert owed.due_at is not None, "only what has a deadline is nearly due"
    # The place is that of `nearly_due`: a deadline that moves away is told when it is near again.
    place = f"/{int(owed.due_at.timestamp())}"
    return of_a_decision(owed, EventType.DEADLINE_NEAR, now, place)
