"""Working on cases: who claims one works on it alone, until the claim runs out."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q

from accounts.event_data import ReportData
from accounts.event_types import EventType
from accounts.moderation import audit
from accounts.moderation.actors import Actor, must, must_be_impartial
from accounts.moderation.audit import Action, Target
from accounts.moderation.breaches import SEVERITY
from accounts.moderation.case_models import Case, Report
from accounts.moderation.errors import (
    BadOrderError,
    CaseClaimedError,
    NotClaimedError,
    NothingToDoError,
)
from accounts.moderation.parts import must_have_no_part
from accounts.moderation.priority import Priority, explained
from accounts.moderation.roles import Permission
from accounts.services.telling import News, tell

MOST_LISTED = 500
_SEVERE_FIRST = models.Case(
    *(models.When(breach=breach, then=-points) for breach, points in SEVERITY.items()), default=0
)


def by_priority(*, now: datetime, only_unclaimed: bool = False) -> list[tuple[Case, Priority]]:
    """Return the open cases, the most urgent first.

    Of more than `MOST_LISTED` those about the most severe breaches, the oldest of these: so that
    whoever files a thousand reports about names hides no cheat.
    """
    found = Case.objects.select_related("subject", "claimed_by").filter(closed_at__isnull=True)
    if only_unclaimed:
        found = found.filter(Q(claimed_until__isnull=True) | Q(claimed_until__lte=now))
    cases = list(found.order_by(_SEVERE_FIRST, "created_at", "id")[:MOST_LISTED])
    known = explained(cases, now=now)
    ordered = sorted(cases, key=lambda case: (-known[case.id].total, case.created_at, case.id))
    return [(case, known[case.id]) for case in ordered]


def claim(
    *,
    actor: Actor,
    case: UUID,
    now: datetime,
    reason: str = "",
    note: str = "",
) -> Case:
    """Claim a case for as long as `HERDBOOK_CASE_LEASE_MINUTES`; doing it again prolongs it.

    Raises `NotPermittedError`, `ConflictOfInterestError`, `CaseClaimedError`, which names the
    holder, `NothingToDoError` for one that is closed, or `BadOrderError`.
    """
    if actor.account is None:
        raise BadOrderError("actor", "A case is claimed by an account.")
    with transaction.atomic(durable=True):
        must(actor, Permission.WORK_CASES, now=now)
        found = _locked(case)
        _must_have_no_part(actor, found)
        if found.closed_at is not None:
            raise NothingToDoError("This case is closed.")
        if _is_claimed_by_another(found, actor, now):
            raise CaseClaimedError.of(found)
        before = _claim_of(found)
        found.claimed_by_id, found.claimed_until = actor.account, now + settings.HERDBOOK_CASE_LEASE
        found.save(update_fields=["claimed_by", "claimed_until"])
        after, why = _claim_of(found), {"reason": reason, "note": note}
        _record(actor, Action.CLAIM_CASE, found, now, before=before, after=after, **why)
    return found


def release(*, actor: Actor, case: UUID, now: datetime, reason: str = "", note: str = "") -> Case:
    """Give a claim back; raise `NotPermittedError`, `NotClaimedError` or `BadOrderError`."""
    with transaction.atomic(durable=True):
        must(actor, Permission.WORK_CASES, now=now)
        found = _locked(case)
        must_hold(actor, found, now=now)
        before = _claim_of(found)
        found.claimed_by, found.claimed_until = None, None
        found.save(update_fields=["claimed_by", "claimed_until"])
        after, why = _claim_of(found), {"reason": reason, "note": note}
        _record(actor, Action.RELEASE_CASE, found, now, before=before, after=after, **why)
    return found


def close(
    *, actor: Actor, case: UUID, outcome: Case.Outcome, reason: str, now: datetime, note: str = ""
) -> Case:
    """Close a case that the actor has claimed, and tell its reporters the outcome and no names.

    Raises `NotPermittedError`, `NotClaimedError`, `ConflictOfInterestError` for who has got a part
    in it since, `NothingToDoError` or `BadOrderError`.
    """
    if not reason.strip():
        raise BadOrderError("reason", "Say why.")
    with transaction.atomic(durable=True):
        must(actor, Permission.WORK_CASES, now=now)
        found = _locked(case)
        if found.closed_at is not None:
            raise NothingToDoError("This case is closed.")
        must_hold(actor, found, now=now)
        _must_have_no_part(actor, found)
        found.closed_at, found.closed_by_id, found.outcome = now, actor.account, outcome
        found.claimed_by, found.claimed_until = None, None
        found.save(
            update_fields=["closed_at", "closed_by", "outcome", "claimed_by", "claimed_until"]
        )
        _record(
            actor,
            Action.CLOSE_CASE,
            found,
            now,
            reason=reason,
            note=note,
            before={"outcome": None},
            after={"outcome": str(outcome)},
        )
        tell(_answers(found, now))
    return found


def held(by: UUID, *, about: frozenset[UUID], now: datetime) -> Sequence[Case]:
    """Return the open cases about some accounts that somebody has claimed, the latest first."""
    claimed = Case.objects.filter(claimed_by=by, claimed_until__gt=now, closed_at__isnull=True)
    return list(claimed.filter(subject__in=about).order_by("-created_at", "-id"))


def must_hold(actor: Actor, case: Case, *, now: datetime) -> None:
    """Raise `NotClaimedError` unless the actor's claim on a case holds now."""
    until = case.claimed_until
    if (
        actor.account is None
        or case.claimed_by_id != actor.account
        or until is None
        or until <= now
    ):
        raise NotClaimedError("Claim this case first.")


def must_be_worked_on(actor: Actor, case: UUID, *, now: datetime, about: Q) -> None:
    """Raise unless the actor works on an open case for which `about` holds.

    Whoever holds the command line claims nothing. Raises `BadOrderError`, `NothingToDoError` or
    `NotClaimedError`.
    """
    found = Case.objects.filter(about, id=case).first()
    if found is None:
        raise BadOrderError("case", "There is no such case about this.")
    if actor.account is None:
        return
    if found.closed_at is not None:
        raise NothingToDoError("This case is closed.")
    must_hold(actor, found, now=now)


def _must_have_no_part(actor: Actor, case: Case) -> None:
    must_be_impartial(actor, concerned(case))
    must_have_no_part(actor, case.subject_id, game=case.game)


def concerned(case: Case) -> frozenset[UUID]:
    """Return whom a case is about, and who reported it."""
    reporters = Report.objects.filter(case=case, reporter__isnull=False)
    found = set(reporters.values_list("reporter", flat=True))
    return frozenset(found if case.subject_id is None else found | {case.subject_id})


def _locked(case: UUID) -> Case:
    found = Case.objects.select_for_update().filter(id=case).first()
    if found is None:
        raise BadOrderError("case", "There is no such case.")
    return found


def _is_claimed_by_another(case: Case, actor: Actor, now: datetime) -> bool:
    is_claimed = case.claimed_until is not None and case.claimed_until > now
    return is_claimed and case.claimed_by_id is not None and case.claimed_by_id != actor.account


def _claim_of(case: Case) -> dict[str, str | None]:
    until = case.claimed_until
    return {
        "claimed_by": str(case.claimed_by_id) if case.claimed_by_id else None,
        "claimed_until": until.isoformat() if until else None,
    }


def _record(
    actor: Actor,
    action: Action,
    case: Case,
    now: datetime,
    *,
    before: dict[str, str | None],
    after: dict[str, str | None],
    reason: str = "",
    note: str = "",
) -> None:
    target = Target("case", str(case.id))
    audit.record(
        actor,
        action,
        target,
        now=now,
        reason=reason,
        note=note,
        case=case.id,
        before=before,
        after=after,
    )


def _answers(case: Case, now: datetime) -> Sequence[News]:
    reports = Report.objects.filter(case=case, reporter__isnull=False).order_by("created_at", "id")
    return [
        News(
            account=reporter,
            type=EventType.REPORT_ANSWERED,
            at=now,
            data=ReportData(report=str(id_), outcome=str(case.outcome)),
            dedupe=f"{EventType.REPORT_ANSWERED}/{id_.hex}",
        )
        for id_, reporter in reports.values_list("id", "reporter")
    ]
