"""The bell of the workers that send mails: rung once something waits, and by the sweep."""

from django.db import connection

from accounts.bells import Bell
from accounts.mails import digests

RING_LIFE = 10
"""Seconds after which a ring means nothing any more: the sweep rings again."""
BELL = Bell("mails")
_WAITING = """
SELECT EXISTS (SELECT 1 FROM mail WHERE due_at <= (SELECT herdbook.clock())
  AND (leased_until IS NULL OR leased_until <= (SELECT herdbook.clock())))
"""


def ring() -> None:
    """Ask a worker to send what is due; a ring that is lost costs one sweep."""
    from accounts import tasks  # which imports what sends, and that rings

    BELL.ring(tasks.send_mails, (), expires=RING_LIFE)


def is_waiting() -> bool:
    """Answer whether there is a mail to be sent now that nobody sends."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        (waiting,) = cursor.fetchone()
    return bool(waiting)


def sweep() -> bool:
    """Make the digests that are due, and ring if anything waits; return whether it does."""
    digests.make_due()
    if waiting := is_waiting():
        ring()
    return waiting
