"""What moderators have decided about this account, and what it says to that; also while suspended."""

from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import clock
from accounts.api.base import ApiView, account_of, refuse_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import Nothing, PageQuery, StrictInput, StrictText, read_body
from accounts.api.outputs import Output, page_response
from accounts.api.shapes import Page, Sanction
from accounts.errors import UnknownSanctionError
from accounts.moderation import appeals, sanctions
from accounts.moderation.models import Appeal
from accounts.moderation.models import Sanction as SanctionRow
from accounts.scopes import Scope
from accounts.times import time_text
from accounts.visible import is_blank


class AppealInput(StrictInput):
    text = StrictText(max_length=2000)

    def validate_text(self, text: str) -> str:
        if is_blank(text):
            raise ValidationError("Say why.")
        return text


class SanctionsView(ApiView):
    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ}
    while_suspended: ClassVar = frozenset({"GET"})
    queries: ClassVar = {"GET": PageQuery}
    operations: ClassVar = {
        "GET": Operation(
            "list_sanctions",
            "What moderators have decided about you and your bots",
            "Also what is over or was lifted, the latest first. A bot sees what keeps its owner, too.",
            answers={200: Page[Sanction]},
        )
    }

    def get(self, request: Request) -> Response:
        rows = sanctions.concerning(account_of(request).id)
        return page_response(rows, self.query, show=sanction_output)


class AppealView(ApiView):
    scopes: ClassVar = {"POST": Scope.ACCOUNT_WRITE}
    while_suspended: ClassVar = frozenset({"POST"})
    operations: ClassVar = {
        "POST": Operation(
            "appeal_sanction",
            "Object to a sanction",
            "One appeal against a sanction is open at a time. Somebody else than who decided "
            "answers it; `appeal.answered` tells you.",
            bodies=(AppealInput,),
            examples={"an objection": {"text": "It was my connection, see the outage of Monday."}},
            answers={201: Sanction},
            refusals=("not_found", "sanction_over", "appeal_open"),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request, sanction_id: str) -> Response:
        refuse_key(request)
        body = read_body(request, AppealInput)
        id_ = _id_of(sanction_id)
        account = account_of(request).id
        appeals.appeal(account=account, sanction=id_, text=body["text"], now=clock.now())
        return Response(sanction_output(sanctions.own(account, id_)), status=201)


class AcknowledgementView(ApiView):
    scopes: ClassVar = {"POST": Scope.ACCOUNT_WRITE}
    while_suspended: ClassVar = frozenset({"POST"})
    operations: ClassVar = {
        "POST": Operation(
            "acknowledge_sanction",
            "Say that you have read a warning",
            answers={200: Sanction},
            refusals=("not_found", "sanction_over"),
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request, sanction_id: str) -> Response:
        refuse_key(request)
        read_body(request, Nothing)
        found = sanctions.acknowledge(
            account=account_of(request).id, sanction=_id_of(sanction_id), now=clock.now()
        )
        return Response(sanction_output(found))


def _id_of(text: str) -> UUID:
    try:
        id_ = UUID(text)
    except ValueError:
        id_ = None
    if id_ is None or str(id_) != text:
        raise UnknownSanctionError("You have no such sanction.")
    return id_


def sanction_output(sanction: SanctionRow) -> Output:
    """Return what whom it concerns is told: never who decided, nor the private note."""
    appeal = max(sanction.appeals.all(), key=lambda one: one.created_at, default=None)
    return {
        "id": str(sanction.id),
        "account": sanction.account.name,
        "kind": sanction.kind,
        "game": str(sanction.game) if sanction.game else None,
        "reason": sanction.reason,
        "text": sanction.public_text,
        "starts_at": time_text(sanction.created_at),
        "ends_at": time_text(sanction.ends_at),
        "case": str(sanction.case) if sanction.case else None,
        "acknowledged_at": time_text(sanction.acknowledged_at),
        "lifted_at": time_text(sanction.lifted_at),
        "lifted_reason": sanction.lifted_reason or None,
        "appeal": _appeal_output(appeal) if appeal else None,
    }


def _appeal_output(appeal: Appeal) -> dict[str, Any]:
    return {
        "state": appeal.answer or "open",
        "text": appeal.text,
        "made_at": time_text(appeal.created_at),
        "answered_at": time_text(appeal.answered_at),
        "answer": appeal.answer_text or None,
    }
