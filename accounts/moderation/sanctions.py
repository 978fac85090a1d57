"""Imposing, lifting and acknowledging sanctions. Whom they concern also concerns their bots.

warning        to be acknowledged
chat mute      no message in any chat, or in that of one game
no rated play  no seat in a rated game; games that have begun go on
suspension     nothing but what is about sanctions; games that have begun go on without them

"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet, Subquery

from accounts.errors import SanctionOverError, UnknownSanctionError
from accounts.event_data import SanctionData
from accounts.event_types import EventType
from accounts.models import Account
from accounts.moderation import audit, restrictions
from accounts.moderation.actors import Actor, must
from accounts.moderation.audit import Action, Target
from accounts.moderation.breaches import Breach
from accounts.moderation.cases import must_be_worked_on
from accounts.moderation.errors import BadOrderError, NothingToDoError
from accounts.moderation.models import Appeal, Sanction
from accounts.moderation.parts import must_have_no_part
from accounts.moderation.roles import Permission
from accounts.selectors import household_of
from accounts.services.telling import News, tell


def impose(
    *,
    actor: Actor,
    account: UUID,
    kind: Sanction.Kind,
    reason: Breach,
    public_text: str,
    now: datetime,
    private_note: str = "",
    ends_at: datetime | None = None,
    game: UUID | None = None,
    case: UUID | None = None,
) -> Sanction:
    """Impose a sanction, which holds from now on, and tell the account.

    `game` limits a chat mute to one game. `case` is an open one about the account, its owner or a
    bot of theirs, which the actor has claimed. Raises `NotPermittedError`,
    `ConflictOfInterestError`, `NotClaimedError`, `NothingToDoError` or `BadOrderError`.
    """
    _check(kind, public_text, ends_at, game, now)
    with transaction.atomic(durable=True):
        must(actor, Permission.SANCTION, now=now)
        must_have_no_part(actor, account, game=game, case=case)
        if case is not None:
            related = Q(subject__in={account} | household_of(account))
            must_be_worked_on(actor, case, now=now, about=related)
        restrictions.lock(account)
        concerned = Account.objects.filter(id=account, erased_at__isnull=True).first()
        if concerned is None:
            raise BadOrderError("account", "There is no such account any more.")
        if concerned.is_staff:
            must(actor, Permission.SANCTION_STAFF, now=now)
        sanction = Sanction.objects.create(
            account=concerned,
            kind=kind,
            game=game,
            reason=reason,
            public_text=public_text,
            private_note=private_note,
            created_at=now,
            ends_at=ends_at,
            by_id=actor.account,
            case=case,
        )
        restrictions.refresh(account)
        audit.record(
            actor,
            Action.IMPOSE_SANCTION,
            Target("account", str(account)),
            now=now,
            reason=reason,
            note=private_note,
            case=case,
            after=_facts(sanction),
        )
        _tell(sanction, EventType.SANCTION_IMPOSED, now)
    return sanction


def lift(*, actor: Actor, sanction: UUID, why: str, now: datetime, note: str = "") -> Sanction:
    """End a sanction before its time, and tell the account why.

    Raises `NotPermittedError`, `ConflictOfInterestError`, `BadOrderError` or `NothingToDoError`.
    """
    with transaction.atomic(durable=True):
        must(actor, Permission.SANCTION, now=now)
        return lift_locked(actor, locked(sanction), why=why, now=now, note=note)


def lift_locked(
    actor: Actor, sanction: Sanction, *, why: str, now: datetime, note: str
) -> Sanction:
    """Do what `lift` does, inside a transaction, to a sanction that is `locked`."""
    if not why.strip():
        raise BadOrderError("why", "Say why.")
    must_have_no_part(actor, sanction.account_id, game=sanction.game, case=sanction.case)
    if sanction.account.is_staff:
        must(actor, Permission.SANCTION_STAFF, now=now)
    if sanction.lifted_at is not None:
        raise NothingToDoError("This sanction was lifted already.")
    before = _facts(sanction)
    sanction.lifted_at, sanction.lifted_by_id, sanction.lifted_reason = now, actor.account, why
    sanction.save(update_fields=["lifted_at", "lifted_by", "lifted_reason"])
    restrictions.refresh(sanction.account_id)
    audit.record(
        actor,
        Action.LIFT_SANCTION,
        Target("sanction", str(sanction.id)),
        now=now,
        reason=why,
        note=note,
        case=sanction.case,
        before=before,
        after=_facts(sanction),
    )
    _tell(sanction, EventType.SANCTION_LIFTED, now)
    _answer_appeal(actor, sanction, why, now)
    return sanction


def _answer_appeal(actor: Actor, sanction: Sanction, why: str, now: datetime) -> None:
    """Close the appeal that is open, for it has what it asks for."""
    appeal = Appeal.objects.filter(sanction=sanction, answered_at__isnull=True).first()
    if appeal is None:
        return
    appeal.answer, appeal.answer_text = Appeal.Answer.GRANTED, why
    appeal.answered_at, appeal.answered_by_id = now, actor.account
    appeal.save(update_fields=["answer", "answer_text", "answered_at", "answered_by"])
    record_answer(actor, appeal, sanction, now=now)


def record_answer(
    actor: Actor, appeal: Appeal, sanction: Sanction, *, now: datetime, note: str = ""
) -> None:
    """Write down how an appeal was answered."""
    audit.record(
        actor,
        Action.ANSWER_APPEAL,
        Target("appeal", str(appeal.id)),
        now=now,
        reason=appeal.answer_text,
        note=note,
        case=sanction.case,
        before={"answer": None},
        after={"answer": str(appeal.answer), "sanction": str(sanction.id)},
    )


def locked(sanction: UUID) -> Sanction:
    """Return a sanction, its account locked first, as everywhere; raise `BadOrderError`."""
    account = Sanction.objects.filter(id=sanction).values_list("account", flat=True).first()
    if account is None:
        raise BadOrderError("sanction", "There is no such sanction.")
    restrictions.lock(account)
    return Sanction.objects.select_related("account").get(id=sanction)


def acknowledge(*, account: UUID, sanction: UUID, now: datetime) -> Sanction:
    """Note that somebody has read a warning; done before, it changes nothing.

    Raises `UnknownSanctionError`, or `SanctionOverError` for what is no warning or was lifted.
    """
    found = own(account, sanction)
    if found.kind != Sanction.Kind.WARNING or found.lifted_at is not None:
        raise SanctionOverError("Only a warning that was not lifted is acknowledged.")
    Sanction.objects.filter(id=sanction, acknowledged_at=None).update(acknowledged_at=now)
    found.refresh_from_db()
    return found


def own(account: UUID, sanction: UUID) -> Sanction:
    """Return a sanction of an account or of a bot of it; raise `UnknownSanctionError`."""
    whose = Q(account=account) | Q(account__owner=account)
    found = Sanction.objects.select_related("account").filter(whose, id=sanction).first()
    if found is None:
        raise UnknownSanctionError("You have no such sanction.")
    return found


def concerning(account: UUID) -> "QuerySet[Sanction]":
    """Return what was decided about an account, its bots, and the owner whose bot it is."""
    owner = Subquery(Account.objects.filter(id=account).values("owner"))
    ids = Account.objects.filter(Q(id=account) | Q(owner=account) | Q(id=owner)).values("id")
    found = Sanction.objects.filter(account__in=ids)
    return found.select_related("account").prefetch_related("appeals")


def _check(
    kind: Sanction.Kind,
    public_text: str,
    ends_at: datetime | None,
    game: UUID | None,
    now: datetime,
) -> None:
    if not public_text.strip():
        raise BadOrderError("public_text", "Say why, for the account to read.")
    if ends_at is not None and kind == Sanction.Kind.WARNING:
        raise BadOrderError("ends_at", "A warning has no end.")
    if ends_at is not None and not now < ends_at < restrictions.FOR_GOOD:
        raise BadOrderError("ends_at", "The end must lie ahead.")
    if game is not None and kind != Sanction.Kind.CHAT_MUTE:
        raise BadOrderError("game", "Only a chat mute can be limited to one game.")


def _facts(sanction: Sanction) -> dict[str, str | None]:
    ends, lifted = sanction.ends_at, sanction.lifted_at
    return {
        "sanction": str(sanction.id),
        "account": str(sanction.account_id),
        "kind": str(sanction.kind),
        "game": str(sanction.game) if sanction.game else None,
        "ends_at": ends.isoformat() if ends else None,
        "lifted_at": lifted.isoformat() if lifted else None,
    }


def _tell(sanction: Sanction, type_: EventType, now: datetime) -> None:
    """Tell the account, and whose bot it is."""
    owner = sanction.account.owner_id
    told = [sanction.account_id] if owner is None else [sanction.account_id, owner]
    tell(
        [
            News(
                account=account,
                type=type_,
                at=now,
                data=SanctionData(sanction=str(sanction.id), kind=str(sanction.kind)),
                dedupe=f"{type_}/{sanction.id.hex}",
            )
            for account in told
        ]
    )
