"""Logging somebody out of every browser, for instance when a stranger got into their account."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.browser_sessions import ending
from accounts.models import Account
from accounts.moderation import audit
from accounts.moderation.actors import Actor, must
from accounts.moderation.audit import Action, Target
from accounts.moderation.errors import BadOrderError, NothingToDoError
from accounts.moderation.parts import must_have_no_part
from accounts.moderation.roles import Permission


def end_sessions(*, actor: Actor, account: UUID, reason: str, now: datetime, note: str = "") -> int:
    """End the sessions of an account in browsers; return how many there were. Tokens go on.

    Raises `NotPermittedError`, `ConflictOfInterestError`, `BadOrderError` or `NothingToDoError`.
    """
    if not reason.strip():
        raise BadOrderError("reason", "Say why.")
    with transaction.atomic(durable=True):
        must(actor, Permission.SANCTION, now=now)
        must_have_no_part(actor, account)
        found = Account.objects.select_for_update(no_key=True).filter(id=account).first()
        if found is None:
            raise BadOrderError("account", "There is no such account any more.")
        if found.is_staff:
            must(actor, Permission.SANCTION_STAFF, now=now)
        ended = ending.end_all(account)
        if not ended:
            raise NothingToDoError(f"{found.name} is logged in in no browser.")
        audit.record(
            actor,
            Action.END_SESSIONS,
            Target("account", str(account)),
            now=now,
            reason=reason,
            note=note,
            before={"sessions": ended},
            after={"sessions": 0},
        )
    return ended
