"""The bell of the workers that send mails: rung once something waits, and by the sweep."""

from django.db import connection

from accounts.bells import RING_LIFE, Bell
from accounts.mails import digests
from accounts.mails.leasing import SENDABLE

BELL = Bell("mails")
_WAITING = f"""
SELECT EXISTS (SELECT 1 FROM mail WHERE {SENDABLE}
  AND due_at <= (SELECT herdbook.clock()) - make_interval(secs => %s))
"""  # noqa: S608 - made of constants


def ring() -> None:
    """Ask a worker to send what is due; a ring that is lost costs one sweep."""
    from accounts import tasks  # which imports what sends, and that rings

    BELL.ring(tasks.send_mails, (), expires=RING_LIFE)


def is_waiting(*, overdue_seconds: float = 0.0) -> bool:
    """Answer whether there is a mail to be sent, for so long already, that nobody sends."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, [overdue_seconds])
        (waiting,) = cursor.fetchone()
    return bool(waiting)


def sweep() -> bool:
    """Make the digests that are due, and ring if anything waits; return whether it does."""
    digests.make_due()
    if waiting := is_waiting():
        ring()
    return waiting
