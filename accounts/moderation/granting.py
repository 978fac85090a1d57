"""Making somebody one of the staff, or a player again."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import Account
from accounts.moderation import audit
from accounts.moderation.actors import Actor, must, must_be_impartial
from accounts.moderation.audit import Action, Target
from accounts.moderation.errors import BadOrderError, NothingToDoError
from accounts.moderation.roles import STAFF_ROLES, Permission, Role


def grant_role(
    *, actor: Actor, account: UUID, role: Role, reason: str, now: datetime, note: str = ""
) -> Account:
    """Give an account a role of the staff, or take it away with `Role.PLAYER`.

    Nobody changes their own. Raises `NotPermittedError`, `ConflictOfInterestError`,
    `BadOrderError` or `NothingToDoError`.
    """
    if role not in {*STAFF_ROLES, Role.PLAYER}:
        raise BadOrderError("role", "This role is none that is granted.")
    if not reason.strip():
        raise BadOrderError("reason", "Say why.")
    with transaction.atomic(durable=True):
        must(actor, Permission.GRANT_ROLES, now=now)
        must_be_impartial(actor, frozenset({account}))
        rows = Account.objects.select_for_update().filter(erased_at__isnull=True, id=account)
        found = rows.first()
        if found is None or found.kind != Account.Kind.PERSON:
            raise BadOrderError("account", "Only a person can be one of the staff.")
        before = found.role
        if before == role:
            raise NothingToDoError(f"{found.name} is {role} already.")
        found.staff_role = "" if role is Role.PLAYER else str(role)
        found.is_staff = role in STAFF_ROLES
        found.is_superuser = role is Role.ADMINISTRATOR
        found.save(update_fields=["staff_role", "is_staff", "is_superuser"])
        audit.record(
            actor,
            Action.GRANT_ROLE,
            Target("account", str(account)),
            now=now,
            reason=reason,
            note=note,
            before={"role": str(before)},
            after={"role": str(role)},
        )
    return found
