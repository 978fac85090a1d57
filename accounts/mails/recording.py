"""What became of a mail, written down, unless its lease was lost meanwhile."""

from datetime import datetime

from django.db import connection

from accounts.mails.leasing import Leased
from accounts.mails.models import Mail

_RECORD = """
UPDATE mail SET state = %(state)s, due_at = %(due_at)s, tries = %(tries)s, failure = %(failure)s,
  lease = NULL, leased_until = NULL, attempted_at = CASE WHEN %(tried)s THEN attempted_at END,
  sent_at = CASE WHEN %(sent)s THEN herdbook.clock() END
WHERE id = %(id)s AND lease = %(lease)s
"""


def sent(mail: Leased) -> None:
    """Record that it was handed to the mail server."""
    _record(mail, Mail.State.SENT, tried=True)


def dropped(mail: Leased) -> None:
    """Record that there is nothing to say any more, or nobody to say it to."""
    _record(mail, Mail.State.DROPPED, tried=False)


def postponed(mail: Leased, until: datetime) -> None:
    """Record that it is not the time for it yet."""
    _record(mail, Mail.State.WAITING, due_at=until, tried=False)


def failed(mail: Leased, failure: str, *, again_at: datetime | None) -> None:
    """Record that an attempt came to nothing; with None there will be no other."""
    state = Mail.State.WAITING if again_at is not None else Mail.State.FAILED
    _record(mail, state, due_at=again_at, tried=True, failure=failure)


def _record(
    mail: Leased,
    state: Mail.State,
    *,
    tried: bool,
    due_at: datetime | None = None,
    failure: str = "",
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _RECORD,
            {
                "state": str(state),
                "due_at": due_at,
                "tries": mail.tries + tried,
                "tried": tried,
                "sent": state is Mail.State.SENT,
                "failure": failure,
                "id": mail.id,
                "lease": mail.lease,
            },
        )
