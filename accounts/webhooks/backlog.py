"""How much waits to be sent, and since when."""

from dataclasses import dataclass

from django.db import connection

from accounts.webhooks.leasing import SENDABLE

MOST = 60.0
"""Seconds after which a message that could be sent, and is not, is a sign that nobody sends."""
_COUNTS = f"""
SELECT
  (SELECT count(*) FROM webhook WHERE disabled_at IS NULL),
  (SELECT count(*) FROM webhook WHERE disabled_at IS NOT NULL),
  (SELECT count(*) FROM webhook WHERE disabled_at IS NULL AND failures > 0),
  count(*),
  count(*) FILTER (WHERE {SENDABLE}),
  coalesce(extract(epoch FROM herdbook.clock() - min(
    greatest(d.due_at, w.rests_until, w.served_at)) FILTER (WHERE {SENDABLE})), 0)
FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
JOIN account a ON a.id = w.account_id AND a.is_active
WHERE d.due_at IS NOT NULL
"""  # noqa: S608 - made of constants


@dataclass(frozen=True, kw_only=True)
class Backlog:
    """The webhooks of this server and what waits for them."""

    enabled: int
    disabled: int
    failing: int
    """Of the enabled ones, those whose last attempt failed."""
    waiting: int
    """Messages that are to be sent, now or later."""
    sendable: int
    """Of these, those that could be sent now."""
    seconds: float
    """How long the webhook that waits the longest for its turn has been waiting."""

    @property
    def is_stuck(self) -> bool:
        return self.seconds > MOST


def backlog() -> Backlog:
    """Count."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS)
        enabled, disabled, failing, waiting, sendable, seconds = cursor.fetchone()
    return Backlog(
        enabled=enabled,
        disabled=disabled,
        failing=failing,
        waiting=waiting,
        sendable=sendable,
        seconds=float(seconds),
    )
