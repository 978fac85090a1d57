"""Who does something that only staff may do."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from accounts.models import Account
from accounts.moderation.errors import ConflictOfInterestError, NotPermittedError
from accounts.moderation.roles import PERMISSIONS, Permission, Role
from accounts.selectors import household_of


@dataclass(frozen=True, kw_only=True)
class Actor:
    """Somebody of the staff, or whoever holds the server's command line."""

    account: UUID | None
    """None: the command line, whose user could write into the database as well."""
    role: Role | None
    name: str
    request_id: str = ""
    """By which a line of the log is found again."""

    @classmethod
    def of(cls, account: Account, *, request_id: str = "") -> "Actor":
        """Return an account as an actor; whether it may do anything is asked with each service."""
        return cls(
            account=account.id, role=account.role, name=account.name, request_id=request_id[:64]
        )


COMMAND_LINE = Actor(account=None, role=None, name="command line")


def must(actor: Actor, permission: Permission, *, now: datetime) -> None:
    """Raise `NotPermittedError` unless the actor may do this, by the role it has at this moment."""
    if actor.role is None or actor.account is None:
        return
    if permission not in PERMISSIONS[actor.role]:
        raise NotPermittedError(f"A {actor.role} may not do this: {permission}.")
    free = Q(suspended_until__isnull=True) | Q(suspended_until__lte=now)
    still = Account.objects.filter(
        free, id=actor.account, staff_role=actor.role, is_staff=True, is_active=True
    )
    if not still.exists():
        raise NotPermittedError(f"You are no {actor.role} any more.")


def must_be_impartial(actor: Actor, involved: frozenset[UUID]) -> None:
    """Raise `ConflictOfInterestError` if the actor, or a bot or owner of theirs, is among these."""
    if actor.account is None:
        return
    if not involved.isdisjoint({actor.account} | household_of(actor.account)):
        raise ConflictOfInterestError(
            "You have a part in this: you, or a bot of yours. Leave it to somebody else."
        )
