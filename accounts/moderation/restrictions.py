"""What sanctions keep an account from, where each request has to know: two columns of its row.

The sanctions are the truth. The columns follow from them, of the account and of its bots, and are
written anew by whatever changes a sanction, in the same transaction.
"""

from datetime import UTC, datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q, Subquery

from accounts.errors import AccountSanctionedError
from accounts.models import Account
from accounts.moderation.models import Sanction

FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)
"""The end of what has none."""
_REFRESH = """
UPDATE account a SET suspended_until = found.suspended, unrated_until = found.unrated
FROM (
  SELECT own.id,
    max(coalesce(s.ends_at, %(for_good)s)) FILTER (WHERE s.kind = 'suspension') AS suspended,
    max(coalesce(s.ends_at, %(for_good)s)) FILTER (WHERE s.kind = 'no_rated_play') AS unrated
  FROM account own
  LEFT JOIN sanction s ON s.account_id IN (own.id, own.owner_id) AND s.lifted_at IS NULL
  WHERE own.id = %(account)s OR own.owner_id = %(account)s GROUP BY own.id) AS found
WHERE a.id = found.id
"""


def lock(account: UUID) -> None:
    """Keep an account and its bots from being changed by others until the transaction ends."""
    rows = Account.objects.filter(Q(id=account) | Q(owner=account))
    list(rows.select_for_update().order_by("id").values_list("id"))


def refresh(account: UUID) -> None:
    """Write the columns of an account and its bots, which are locked, after its sanctions."""
    with connection.cursor() as cursor:
        cursor.execute(_REFRESH, {"account": account, "for_good": FOR_GOOD})


def must_not_be_suspended(account: Account, *, now: datetime) -> None:
    """Raise `AccountSanctionedError` for an account that may do nothing now."""
    if is_suspended(account, now=now):
        assert account.suspended_until is not None
        raise AccountSanctionedError(Sanction.Kind.SUSPENSION, end_of(account.suspended_until))


def is_suspended(account: Account, *, now: datetime) -> bool:
    """Answer whether an account may do nothing now."""
    return account.suspended_until is not None and account.suspended_until > now


def suspended_until(account: UUID, *, now: datetime) -> datetime | None:
    """Return until when the account may do nothing; None if it is not suspended now.

    Without an end it is `FOR_GOOD`.
    """
    suspended = Account.objects.filter(id=account, suspended_until__gt=now)
    return suspended.values_list("suspended_until", flat=True).first()


def muted_until(account: UUID, *, game: UUID, now: datetime) -> datetime | None:
    """Return until when the account may write no messages in a game; None if it may.

    Without an end it is `FOR_GOOD`.
    """
    owner = Subquery(Account.objects.filter(id=account).values("owner"))
    whose = Q(account=account) | Q(account=owner)
    where = Q(game__isnull=True) | Q(game=game)
    running = Q(ends_at__isnull=True) | Q(ends_at__gt=now)
    mutes = Sanction.objects.filter(
        whose, where, running, kind=Sanction.Kind.CHAT_MUTE, lifted_at__isnull=True
    )
    ends = list(mutes.values_list("ends_at", flat=True))
    return max((end or FOR_GOOD for end in ends), default=None)


def end_of(until: datetime) -> datetime | None:
    """Return when a column says that it ends, None for what ends when it is lifted."""
    return None if until >= FOR_GOOD else until
