"""The broker and the cache, and whether workers listen to every queue."""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing

import redis
from django.conf import settings
from django.core.cache import cache
from kombu.exceptions import OperationalError

from config.celery import app
from config.doctor.findings import Finding, State, ok, unknown, wrong
from config.jobs import ROUTES

QUEUES = tuple(sorted({str(route["queue"]) for route in ROUTES.values()}))
MOST = 1_000
"""Messages that may wait in a queue: periodic ones expire, so that many mean that nobody works."""
_PATIENCE = 1.5
"""Seconds that workers have to answer."""
_NO_BROKER = "Start Valkey, or mend CELERY_BROKER_URL. Games go on meanwhile, a little slower."


class NoBrokerError(Exception):
    """The broker does not answer."""


def depths() -> Mapping[str, int]:
    """Return how many messages wait in each queue; nothing for a broker that is no Valkey.

    Raises `NoBrokerError`.
    """
    url = settings.CELERY_BROKER_URL
    if not url:
        raise NoBrokerError("CELERY_BROKER_URL is empty")
    if not url.startswith(("redis", "valkey")):
        return {}
    try:
        with closing(
            redis.Redis.from_url(
                url.replace("valkey", "redis", 1), socket_timeout=1, socket_connect_timeout=1
            )
        ) as client:
            return {queue: int(client.llen(queue)) for queue in QUEUES}
    except redis.RedisError as error:
        raise NoBrokerError(type(error).__name__) from None  # its text may have the address


def broker() -> Iterator[Finding]:
    """Look whether it answers, and at what waits in it, then at who listens."""
    try:
        waiting = depths()
    except NoBrokerError as error:
        yield wrong("broker", f"The broker does not answer: {error}.", _NO_BROKER)
        yield unknown("workers", "Without a broker nobody knows which workers run.")
        return
    full = {queue: depth for queue, depth in waiting.items() if depth > MOST}
    if full:
        listed = ", ".join(f"{depth} in {queue}" for queue, depth in full.items())
        yield wrong(
            "broker", f"Messages pile up: {listed}.", "Start workers, or more of them, for these."
        )
    elif waiting:
        yield ok("broker", f"It answers, and {sum(waiting.values())} messages wait.")
    else:
        yield Finding("broker", State.NOTE, "It is no Valkey: what waits in it was not looked at.")
    yield from _workers()


def _workers() -> Iterator[Finding]:
    try:
        answers = app.control.inspect(timeout=_PATIENCE).active_queues() or {}
    except (OperationalError, OSError) as error:
        yield unknown("workers", f"They could not be asked: {type(error).__name__}.")
        return
    listening = {str(queue["name"]) for queues in answers.values() for queue in queues}
    if deaf := [queue for queue in QUEUES if queue not in listening]:
        yield wrong(
            "workers",
            f"No worker answers that listens to {' and '.join(deaf)}.",
            "Start the units herdbook-worker (bots, clock) and herdbook-hooks (hooks), and look at"
            " their logs if they do not stay.",
        )
    else:
        yield ok("workers", f"{len(answers)} workers listen to {', '.join(QUEUES)}.")


def shared_cache() -> Finding:
    """Write something down and read it again."""
    if not settings.HERDBOOK_CACHE_URL:
        return Finding(
            "cache",
            State.NOTE,
            "There is none, so that each process counts limits for itself.",
            "Set HERDBOOK_CACHE_URL where more than one process answers calls.",
        )
    key = f"doctor/{uuid.uuid4().hex}"
    try:
        cache.set(key, 1, timeout=5)
        found = cache.get(key)
    except (redis.RedisError, OSError) as error:
        return wrong(
            "cache",
            f"It does not answer: {type(error).__name__}.",
            "Start Valkey, or mend HERDBOOK_CACHE_URL. Until then there are no tickets for streams,"
            " and each process counts limits for itself.",
        )
    if found is None:
        return wrong("cache", "It forgets what it is told at once.", "Give it more memory.")
    return ok("cache", "It keeps what it is told.")
