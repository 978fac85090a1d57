"""Opening a case without a report: somebody of the staff has seen something themselves."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.errors import EndedMeanwhileError
from accounts.moderation import audit, reports
from accounts.moderation.actors import Actor, must, must_be_impartial
from accounts.moderation.audit import Action, Target
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Case, Report
from accounts.moderation.errors import BadOrderError
from accounts.moderation.roles import Permission


def open_case(
    *,
    actor: Actor,
    breach: Breach,
    subject: UUID,
    involved: frozenset[UUID],
    text: str,
    evidence: Mapping[str, Any],
    reason: str,
    now: datetime,
    note: str = "",
) -> Case:
    """Open a case about an account, or join the one that is open about the same.

    The evidence is frozen in it, as that of a report, which nobody has made; `text` says where it
    comes from. `involved` are those it is about. Raises `NotPermittedError`,
    `ConflictOfInterestError` or `BadOrderError`.
    """
    if not reason.strip():
        raise BadOrderError("reason", "Say why.")
    with transaction.atomic(durable=True):
        must(actor, Permission.WORK_CASES, now=now)
        must_be_impartial(actor, involved | {subject})
        try:
            case = reports.open_about(breach, subject, None, now)
        except EndedMeanwhileError as closed:
            raise BadOrderError("case", str(closed)) from None
        report = Report.objects.create(
            case=case,
            reporter=None,
            created_at=now,
            text=text,
            evidence=dict(evidence),
            evidence_hash=reports.digest(evidence),
        )
        audit.record(
            actor,
            Action.OPEN_CASE,
            Target("case", str(case.id)),
            now=now,
            reason=reason,
            note=note,
            case=case.id,
            after={"breach": str(breach), "subject": str(subject), "report": str(report.id)},
        )
    return case
