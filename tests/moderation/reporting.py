"""Reports of tests, sent through the API, and cases as staff sees them."""

from typing import Any

from accounts import clock
from accounts.moderation import cases
from accounts.moderation.actors import Actor
from accounts.moderation.case_models import Case, Report
from tests.cast import Player, problem


def send(by: Player, kind: str = "other", status: int = 201, **fields: Any) -> dict[str, Any]:
    response = by.post("/reports", {"kind": kind, "text": "Look at this.", **fields})
    assert response.status_code == status, response.content
    body: dict[str, Any] = response.json()
    return body


def refused(by: Player, kind: str, **fields: Any) -> str:
    """Return the reason for which a report is refused."""
    response = by.post("/reports", {"kind": kind, "text": "Look at this.", **fields})
    reason: str = problem(response, 422, "report_not_applicable")["reason"]
    return reason


def row_of(sent: dict[str, Any]) -> Report:
    return Report.objects.select_related("case").get(id=sent["id"])


def case_of(sent: dict[str, Any]) -> Case:
    return row_of(sent).case


def claim(case: Case, *, by: Actor) -> Case:
    return cases.claim(actor=by, case=case.id, now=clock.now())


def close(case: Case, *, by: Actor, outcome: Case.Outcome = Case.Outcome.ACTION_TAKEN) -> Case:
    return cases.close(
        actor=by, case=case.id, outcome=outcome, reason="What was seen.", now=clock.now()
    )
