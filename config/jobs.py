"""What beat asks the workers for, how often, and which workers take which task."""

from collections.abc import Mapping
from typing import Any

from celery.schedules import schedule

SWEEP = "sweep"
"""As often as the timers of the workers sweep, which is a setting."""
LEAST_LIFE = 30
"""Seconds that a message may wait in the broker at least; then the next one is on its way."""
JOBS: Mapping[str, int | str] = {
    "games.tasks.expire_due": SWEEP,
    "games.tasks.advance_feeds": SWEEP,
    "games.tasks.follow_plans": SWEEP,
    "games.tasks.remind": 60,
    "games.tasks.warn_of_open_games": 60,
    "games.tasks.look_for_signs": 60,
    "games.tasks.forget_refused_moves": 3600,
    "bots.tasks.answer_owed": SWEEP,
    "accounts.tasks.ring_webhooks": SWEEP,
    "accounts.tasks.watch_webhooks": 300,
    "accounts.tasks.forget_old_deliveries": 3600,
    "accounts.tasks.ring_mails": SWEEP,
    "accounts.tasks.watch_mails": 300,
    "accounts.tasks.forget_old_mails": 3600,
    "accounts.tasks.forget_old_events": 600,
    "accounts.tasks.warn_of_ends_of_tokens": 600,
    "accounts.tasks.forget_old_grants": 3600,
    "accounts.tasks.forget_old_networks": 3600,
    "accounts.tasks.forget_old_sessions": 3600,
    "accounts.tasks.forget_old_keys": 3600,
    "accounts.tasks.finish_erasures": 600,
}
"""Each task with the seconds between two of its messages."""
ROUTES: Mapping[str, Mapping[str, str]] = {
    "bots.*": {"queue": "bots"},
    "games.*": {"queue": "clock"},
    # What talks to servers of others has workers of its own: nobody waits behind a slow one.
    "accounts.tasks.deliver_webhook": {"queue": "hooks"},
    "accounts.tasks.send_mails": {"queue": "hooks"},
    "accounts.*": {"queue": "clock"},
}


def beat_schedule(sweep_seconds: int) -> dict[str, dict[str, Any]]:
    """Return the schedule as beat reads it."""
    every = {task: sweep_seconds if often == SWEEP else int(often) for task, often in JOBS.items()}
    return {
        task.rpartition(".")[2].replace("_", " "): {
            "task": task,
            "schedule": schedule(seconds),
            "options": {"expires": max(LEAST_LIFE, seconds)},
        }
        for task, seconds in every.items()
    }


def transport_options(broker: str) -> dict[str, object]:
    """Return how a Redis or Valkey is talked to, which has no acknowledgements of its own."""
    if not broker.startswith(("redis", "valkey")):
        return {}
    return {
        # Above three times the hard limit, so that a running task is never handed out again;
        # a killed worker's task comes back after two seconds, not after a hundred.
        "visibility_timeout": 120,
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 1,
        "socket_keepalive": True,
    }
