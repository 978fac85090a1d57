"""People who keep order, and what tests ask of them."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from accounts import clock
from accounts.models import Account
from accounts.moderation import sanctions
from accounts.moderation.actors import COMMAND_LINE, Actor
from accounts.moderation.audit import Target
from accounts.moderation.breaches import Breach
from accounts.moderation.granting import grant_role
from accounts.moderation.models import AuditEntry, Sanction
from accounts.moderation.roles import Role
from tests.accounts.people import fresh_name
from tests.cast import Player


def open_staff(role: Role = Role.MODERATOR) -> Actor:
    """Open the account of somebody with a role; they have no password and no token."""
    now = clock.now()
    account = Account(name=fresh_name(str(role)[:3]), created_at=now)
    account.set_unusable_password()
    account.save()
    give_role(account.id, role)
    return Actor.of(Account.objects.get(id=account.id), request_id="of-a-test")


def give_role(account: UUID, role: Role = Role.MODERATOR) -> None:
    """Do as `manage.py grant_role` does; the role of a player takes that of staff back."""
    now = clock.now()
    grant_role(actor=COMMAND_LINE, account=account, role=role, reason="a test", now=now)


def impose(
    on: Player,
    kind: Sanction.Kind = Sanction.Kind.SUSPENSION,
    *,
    by: Actor = COMMAND_LINE,
    hours: float | None = None,
    **fields: Any,
) -> Sanction:
    now = clock.now()
    return sanctions.impose(
        actor=by,
        account=on.account,
        kind=kind,
        reason=fields.pop("reason", Breach.OTHER),
        public_text=fields.pop("public_text", "You did not play fair."),
        ends_at=None if hours is None else now + timedelta(hours=hours),
        now=now,
        **fields,
    )


def lift(sanction: Sanction, *, by: Actor = COMMAND_LINE) -> Sanction:
    return sanctions.lift(actor=by, sanction=sanction.id, why="It was a mistake.", now=clock.now())


def audited(kind: str, id_: UUID) -> list[AuditEntry]:
    """Return what the audit log says about one thing, the oldest first."""
    target = Target(kind, str(id_))
    found = AuditEntry.objects.filter(target_kind=target.kind, target=target.id)
    return list(found.order_by("id"))
