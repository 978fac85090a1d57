"""How much waits to be sent, and since when."""

from dataclasses import dataclass

from django.db import connection

from accounts.backlog import Backlog
from accounts.webhooks.leasing import SENDABLE, SERVED

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
JOIN account a ON a.id = w.account_id AND {SERVED}
WHERE d.due_at IS NOT NULL
"""  # noqa: S608 - made of constants


@dataclass(frozen=True, kw_only=True)
class WebhookBacklog(Backlog):
    """The webhooks of this server and what waits for them."""

    enabled: int
    disabled: int
    failing: int
    """Of the enabled ones, those whose last attempt failed."""
    sendable: int
    """Of the messages that wait, those that could be sent now."""


def backlog() -> WebhookBacklog:
    """Count."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS)
        enabled, disabled, failing, waiting, sendable, seconds = cursor.fetchone()
    return WebhookBacklog(
        enabled=enabled,
        disabled=disabled,
        failing=failing,
        waiting=waiting,
        sendable=sendable,
        seconds=float(seconds),
    )
