"""Reports, and the open case that each of them joins or begins.

What of a game is cited is put together by who knows games, and handed in as `evidence`.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet

from accounts.errors import EndedMeanwhileError
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Case, Report

_TRIES = 3


class AlreadyReportedError(Exception):
    """The account has reported this, and it has not been looked at yet."""


@dataclass(frozen=True, kw_only=True)
class Filed:
    """A report, and whether an earlier copy of the request has made it."""

    report: Report
    replayed: bool


def file_report(
    *,
    reporter: UUID,
    breach: Breach,
    subject: UUID | None,
    game: UUID | None,
    text: str,
    evidence: Mapping[str, Any],
    now: datetime,
    from_version: int | None = None,
    to_version: int | None = None,
    reserve: Callable[[], UUID] = uuid4,
) -> Filed:
    """Write a report down; it joins the open case about the same, or begins one.

    `reserve` gives its id; if it is the id of a report that is there already, that one is the
    answer. Raises `AlreadyReportedError`.
    """
    with transaction.atomic(durable=True):
        id_ = reserve()
        earlier = made_by(reporter).filter(id=id_).first()
        if earlier is not None:
            return Filed(report=earlier, replayed=True)
        case = open_about(breach, subject, game, now)
        if Report.objects.filter(case=case, reporter=reporter).exists():
            raise AlreadyReportedError
        report = Report.objects.create(
            id=id_,
            case=case,
            reporter_id=reporter,
            created_at=now,
            from_version=from_version,
            to_version=to_version,
            text=text,
            evidence=dict(evidence),
            evidence_hash=digest(evidence),
        )
    return Filed(report=report, replayed=False)


def open_about(breach: Breach, subject: UUID | None, game: UUID | None, now: datetime) -> Case:
    """Return the open case about this, made if there is none, and locked."""
    about = f"{breach}/{subject or ''}/{game or ''}"
    made = Case(breach=breach, subject_id=subject, game=game, about=about, created_at=now)
    for _ in range(_TRIES):
        Case.objects.bulk_create([made], ignore_conflicts=True)
        found = Case.objects.select_for_update(of=("self",)).select_related("subject")
        case = found.filter(about=about, closed_at__isnull=True).first()
        if case is not None:
            return case
    raise EndedMeanwhileError("The case was closed just now. Send the same request again.")


def made_by(account: UUID) -> "QuerySet[Report]":
    """Return the reports of an account, with their cases."""
    return Report.objects.select_related("case", "case__subject").filter(reporter=account)


def digest(evidence: Mapping[str, Any]) -> str:
    """Return the hash by which frozen evidence is known again."""
    text = json.dumps(evidence, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
