"""Reports to the moderators, and what came of them."""

from typing import ClassVar

from django.core.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, account_of, reserved_id
from accounts.api.describing import Key, Operation
from accounts.api.inputs import (
    PageQuery,
    StrictChoice,
    StrictInput,
    StrictText,
    StrictWhole,
    read_body,
)
from accounts.api.outputs import Output, page_response
from accounts.api.shapes import Page
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Report as ReportRow
from accounts.moderation.reports import made_by
from accounts.scopes import Scope
from accounts.times import time_text
from accounts.visible import is_blank
from games.api.answers import game_id_of
from games.api.inbox_shapes import Report
from games.services.moderation.reporting import report


class ReportInput(StrictInput):
    game = StrictText(required=False, max_length=36)
    player = StrictText(required=False, max_length=32)
    kind = StrictChoice(choices=Breach.choices)
    from_version = StrictWhole(required=False, min_value=1, max_value=2**31 - 1)
    to_version = StrictWhole(required=False, min_value=1, max_value=2**31 - 1)
    text = StrictText(max_length=2000)

    def validate_text(self, text: str) -> str:
        if is_blank(text):
            raise ValidationError("Say what happened.")
        return text


class ReportsView(ApiView):
    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ, "POST": Scope.REPORTS_WRITE}
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_reports", "What you have reported, and its outcome", answers={200: Page[Report]}
        ),
        "POST": Operation(
            "report",
            "Tell the moderators of a breach",
            "What you cite of a game, events and messages, is kept as you can see it now; of a game "
            "that runs, as anybody can. `report.answered` tells the outcome. 422 "
            "`report_not_applicable` says in `reason` what such a report needs.",
            bodies=(ReportInput,),
            examples={
                "words": {
                    "kind": "chat_abuse",
                    "game": "6f1c1d4e-6a0f-4d63-9a3f-0c7f2b1f5a10",
                    "player": "bob",
                    "from_version": 12,
                    "to_version": 20,
                    "text": "Look at what he wrote after my move.",
                },
                "a name": {"kind": "offensive_name", "player": "bob", "text": "Read it aloud."},
            },
            answers={200: Report, 201: Report},
            refusals=("not_found", "report_not_applicable"),
            key=Key.TAKEN,
        ),
    }

    def get(self, request: Request) -> Response:
        return page_response(made_by(account_of(request).id), self.query, show=report_output)

    def post(self, request: Request) -> Response:
        reserve = reserved_id(request, route="POST /reports")
        body = read_body(request, ReportInput)
        filed = report(
            reporter=account_of(request).id,
            breach=Breach(body["kind"]),
            game=game_id_of(body["game"]) if "game" in body else None,
            player=body.get("player"),
            text=body["text"],
            from_version=body.get("from_version"),
            to_version=body.get("to_version"),
            reserve=reserve,
        )
        view = report_output(filed.report)
        if filed.replayed:
            return Response(view, headers={"Idempotency-Replayed": "true"})
        return Response(view, status=201)


def report_output(row: ReportRow) -> Output:
    """Return what a reporter is told: not who else reported, nor who decided."""
    case = row.case
    return {
        "id": str(row.id),
        "kind": case.breach,
        "game": str(case.game) if case.game else None,
        "player": case.subject.name if case.subject else None,
        "from_version": row.from_version,
        "to_version": row.to_version,
        "text": row.text,
        "made_at": time_text(row.created_at),
        "state": "open" if case.closed_at is None else "closed",
        "outcome": case.outcome or None,
    }
