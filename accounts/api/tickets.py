"""Tickets for streams: asked for with a token, sent as `?ticket=`."""

import re
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.authentication import BearerAuthentication
from accounts.api.base import ApiView, refuse_key, token_of
from accounts.api.describing import Key, Operation
from accounts.api.inputs import StrictInput, StrictText, read_body, refuse
from accounts.api.shapes import StreamTicket
from accounts.models import Account, Token
from accounts.scopes import Scope
from accounts.services import tickets

_STREAM = re.compile("/api/v1/(games/[0-9a-f-]{36}|me)/stream")


class TicketAuthentication(BaseAuthentication):
    """A ticket instead of a token; where both are sent the token counts, and `StreamView` refuses."""

    def authenticate(self, request: Request) -> tuple[Account, Token] | None:
        ticket = request.query_params.get("ticket")
        if ticket is None or "Authorization" in request.headers:
            return None
        token = tickets.redeem(ticket, path=request.path, now=timezone.now())
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class StreamView(ApiView):
    """Base of what a ticket opens; nobody sends a token too."""

    authentication_classes = [TicketAuthentication, BearerAuthentication]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        both = "ticket" in request.query_params and "Authorization" in request.headers
        if both and request.method in self.allowed_methods:
            refuse("ticket", "Send a token or a ticket, not both.")


class StreamPath(StrictText):
    """The path of a stream."""

    default_error_messages: ClassVar = {"no_stream": "This must be the path of a stream."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=80, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        path = super().to_internal_value(data)
        if not _STREAM.fullmatch(path):
            self.fail("no_stream")
        return path


class TicketInput(StrictInput):
    path = StreamPath()


class TicketsView(ApiView):
    scopes: ClassVar = {"POST": Scope.GAMES_READ}
    operations: ClassVar = {
        "POST": Operation(
            "create_stream_ticket",
            "Make a ticket for a stream",
            "For a browser's `EventSource`, which cannot send a token. It opens this one path, once, "
            "within 30 seconds, as your token would.",
            bodies=(TicketInput,),
            examples={"for my events": {"path": "/api/v1/me/stream"}},
            answers={201: StreamTicket},
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        path = read_body(request, TicketInput)["path"]
        ticket = tickets.issue(token_of(request), path=path)
        shown = {"ticket": ticket, "url": f"{path}?ticket={ticket}", "expires_in": tickets.SECONDS}
        return Response(shown, status=201)
