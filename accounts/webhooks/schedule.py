"""When a message is sent again, and how long a receiver that fails is left alone."""

import random
from datetime import timedelta
from http import HTTPStatus

from accounts.webhooks.posting import Answer

DELAYS = tuple(
    timedelta(seconds=seconds)
    for seconds in (
        5,
        5 * 60,
        30 * 60,
        2 * 3600,
        5 * 3600,
        10 * 3600,
        14 * 3600,
        20 * 3600,
        24 * 3600,
    )
)
"""Pauses after the first attempt and each further one: 75 hours and a half in all."""
JITTER = 0.05
"""Each pause is longer or shorter by up to this part, so that receivers are not met in waves."""
FIRST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=5)
LONGEST_WISH = timedelta(hours=1)
"""As long as a `Retry-After` is obeyed."""
GIVEN_UP_AFTER = timedelta(days=5)
"""A webhook that has failed for so long is disabled when a message runs out of attempts."""
_rng = random.SystemRandom()


def pause_after(tries: int) -> timedelta | None:
    """Return how long to wait after so many attempts, or None when there are no more."""
    if tries > len(DELAYS):
        return None
    return DELAYS[tries - 1] * float(_rng.uniform(1 - JITTER, 1 + JITTER))


def rest_after(failures: int, answer: Answer) -> timedelta:
    """Return for how long a webhook that failed so often in a row is sent nothing at all."""
    rest: timedelta = min(FIRST_REST * 2 ** min(failures - 1, 10), LONGEST_REST)
    if answer.status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        rest = max(rest, min(timedelta(seconds=answer.retry_after or 0), LONGEST_WISH))
    return rest
