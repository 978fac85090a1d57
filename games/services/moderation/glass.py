"""Breaking the glass: somebody of the staff looks at the hidden cards of one game, for a reason.

The row of the audit log is what opens the cards, so that nobody sees them without one.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.moderation import audit
from accounts.moderation.actors import Actor, must, must_be_impartial
from accounts.moderation.audit import Target
from accounts.moderation.errors import BadOrderError, StaffRefusalError
from accounts.moderation.models import AuditEntry
from accounts.moderation.roles import Permission
from accounts.selectors import household_of
from games.services.moderation.cases import involved_in
from games.store.models import Game

OPEN_FOR = timedelta(minutes=15)
ACTION = "game.break_glass"


def break_glass(*, actor: Actor, game: UUID, reason: str, now: datetime) -> datetime:
    """Open the hidden cards of a game to the actor alone; return until when.

    Raises `NotPermittedError`, `ConflictOfInterestError` for whoever has or had a part in the game,
    or whose bot or owner did, or `BadOrderError`.
    """
    if not reason.strip():
        raise BadOrderError("reason", "Say why.")
    if actor.account is None:
        raise BadOrderError("actor", "An account breaks the glass.")
    until = now + OPEN_FOR
    with transaction.atomic(durable=True):
        if not Game.objects.filter(id=game).exists():
            raise BadOrderError("game", "There is no such game.")
        _must(actor, game, now=now)
        audit.record(
            actor,
            ACTION,
            Target("game", str(game)),
            now=now,
            reason=reason,
            after={"until": until.isoformat()},
        )
    return until


def open_until(*, actor: Actor, game: UUID, now: datetime) -> datetime | None:
    """Return until when the hidden cards of a game are open to the actor; None if they are not.

    Asked again with each look: a role that is gone or a seat that was taken closes them.
    """
    try:
        _must(actor, game, now=now)
    except StaffRefusalError:
        return None
    broken = AuditEntry.objects.filter(
        actor=actor.account,
        action=ACTION,
        target_kind="game",
        target=str(game),
        at__gt=now - OPEN_FOR,
        at__lte=now,
    )
    last = broken.order_by("-id").values_list("at", flat=True).first()
    return None if last is None else last + OPEN_FOR


def has_seen(account: UUID, game: UUID) -> bool:
    """Answer whether an account, or its owner or a bot of theirs, has ever broken this glass."""
    return bool(
        AuditEntry.objects.filter(
            actor__in=[account, *household_of(account)],
            action=ACTION,
            target_kind="game",
            target=str(game),
        ).exists()
    )


def _must(actor: Actor, game: UUID, *, now: datetime) -> None:
    must(actor, Permission.BREAK_GLASS, now=now)
    must_be_impartial(actor, involved_in(game))
