"""Objections to sanctions: one is open at a time, and somebody else than who decided answers it."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.errors import AppealOpenError, SanctionOverError
from accounts.event_data import SanctionData
from accounts.event_types import EventType
from accounts.moderation import sanctions
from accounts.moderation.actors import Actor, must
from accounts.moderation.errors import BadOrderError, ConflictOfInterestError, NothingToDoError
from accounts.moderation.models import Appeal, Sanction
from accounts.moderation.parts import must_have_no_part
from accounts.moderation.roles import Permission
from accounts.services.telling import News, tell


def appeal(*, account: UUID, sanction: UUID, text: str, now: datetime) -> Appeal:
    """Object to a sanction of one's own or of one's bot.

    Raises `UnknownSanctionError`, `SanctionOverError` or `AppealOpenError`.
    """
    with transaction.atomic(durable=True):
        sanctions.own(account, sanction)
        found = sanctions.locked(sanction)
        if is_over(found, now=now):
            raise SanctionOverError("This sanction is over.")
        try:
            with transaction.atomic():
                return Appeal.objects.create(sanction=found, text=text, created_at=now)
        except IntegrityError:
            raise AppealOpenError("Your appeal has not been answered yet.") from None


def answer(
    *,
    actor: Actor,
    appeal: UUID,
    granted: bool,
    text: str,
    now: datetime,
    note: str = "",
) -> Appeal:
    """Answer an appeal; one that is granted lifts the sanction, with `text` as the reason.

    Raises `NotPermittedError`, `ConflictOfInterestError`, also for who imposed the sanction,
    `BadOrderError` or `NothingToDoError`.
    """
    if not text.strip():
        raise BadOrderError("text", "Say why, for the account to read.")
    with transaction.atomic(durable=True):
        must(actor, Permission.ANSWER_APPEALS, now=now)
        of = Appeal.objects.filter(id=appeal).values_list("sanction", flat=True).first()
        if of is None:
            raise BadOrderError("appeal", "There is no such appeal.")
        sanction = sanctions.locked(of)
        found = Appeal.objects.get(id=appeal)
        _must_be_another(actor, sanction)
        if found.answered_at is not None:
            raise NothingToDoError("This appeal was answered already.")
        found.answer = Appeal.Answer.GRANTED if granted else Appeal.Answer.REFUSED
        found.answered_at, found.answered_by_id, found.answer_text = now, actor.account, text
        found.save(update_fields=["answer", "answered_at", "answered_by", "answer_text"])
        sanctions.record_answer(actor, found, sanction, now=now, note=note)
        if granted and sanction.lifted_at is None:
            sanctions.lift_locked(actor, sanction, why=text, now=now, note=note)
        _tell(found, sanction, now)
    return found


def _must_be_another(actor: Actor, sanction: Sanction) -> None:
    must_have_no_part(actor, sanction.account_id, game=sanction.game, case=sanction.case)
    if actor.account is not None and actor.account == sanction.by_id:
        raise ConflictOfInterestError("You have decided this. Somebody else answers the appeal.")


def is_over(sanction: Sanction, *, now: datetime) -> bool:
    """Answer whether a sanction keeps from nothing any more."""
    has_ended = sanction.ends_at is not None and sanction.ends_at <= now
    return has_ended or sanction.lifted_at is not None


def _tell(appeal: Appeal, sanction: Sanction, now: datetime) -> None:
    owner = sanction.account.owner_id
    tell(
        [
            News(
                account=owner or sanction.account_id,
                type=EventType.APPEAL_ANSWERED,
                at=now,
                data=SanctionData(sanction=str(sanction.id), kind=str(sanction.kind)),
                dedupe=f"{EventType.APPEAL_ANSWERED}/{appeal.id.hex}",
            )
        ]
    )
