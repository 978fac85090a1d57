"""The feed's consumers in this server, and the running of them."""

import time

from games.services import account_feed, days_of_play, vacations
from games.services.moderation.signs import ended
from games.services.plans import waking
from games.store import consumers, feed
from games.store.consumers import Consumer

CONSUMERS: tuple[Consumer, ...] = (
    account_feed.CONSUMER,
    waking.CONSUMER,
    vacations.CONSUMER,
    days_of_play.CONSUMER,
    ended.CONSUMER,
)
BUDGET = 1.5
"""Seconds one run may take: less than a sweep's pause, so that a long way to go is no pile of runs."""


def run() -> int:
    """Let every consumer handle what there is; safe to run anywhere, at any time, many times over.

    Returns how many events were handled. Each consumer in turn handles a batch, so that one with a
    long way to go keeps no other waiting.
    """
    until = time.monotonic() + BUDGET
    consumers.begin(CONSUMERS)
    busy, handled, pages = consumers.due(CONSUMERS), 0, feed.Pages()
    while busy and time.monotonic() < until:
        counts = [(one, consumers.advance(one, pages.read)) for one in busy]
        handled += sum(count for _, count in counts)
        busy = [one for one, count in counts if count == one.batch]
    return handled


def find_consumer(name: str) -> Consumer | None:
    """Return the consumer of that name, or None."""
    return next((one for one in CONSUMERS if one.name == name), None)
