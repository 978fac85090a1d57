"""What happens around every request."""

import re
import secrets
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.api import secret_addresses
from accounts.api.streaming import STREAM_HEADER
from config import log_lines

WAITER_HEADER = "Herdbook-Waiter"
"""Sent by our own waiting process with `WAITER_KEY`: it wants to know what to wait for."""
_WAITER = "HTTP_HERDBOOK_WAITER"  # as servers hand it on; all fields by name would be made first
WAITER_KEY = secrets.token_hex(16)
AGAIN_KEY = secrets.token_hex(16)
"""Sent instead when it repeats a call for the same request of a client."""
TOPIC_HEADER = "Herdbook-Topic"
"""What an answer with nothing new would wait for; for our waiting process, not for clients."""
_REQUEST_ID = "herdbook.request_id"
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

GetResponse = Callable[[HttpRequest], HttpResponse]


class SecretAddressMiddleware:
    """Take the secret part of an address out of the request before anybody else looks at it.

    Whatever is logged of the request afterwards, by whomever, has a path without it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        secret_addresses.hide(request)
        return self.get_response(request)


class RequestIdMiddleware:
    """Give every request an id, its own if it sent a sensible one, and every answer that id."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = request.META.get(_REQUEST_ID)  # a plain move that was refused comes again
        if request_id is None:
            sent = request.META.get("HTTP_REQUEST_ID", "")
            request_id = sent if _ID.fullmatch(sent) else uuid.uuid4().hex
            request.META[_REQUEST_ID] = request_id
        outside = log_lines.request_id.set(request_id)
        try:
            response = self.get_response(request)
        finally:
            log_lines.request_id.reset(outside)
        response["Request-Id"] = request_id
        if request.META.get(_WAITER) not in {WAITER_KEY, AGAIN_KEY}:
            del response[TOPIC_HEADER]
            del response[STREAM_HEADER]
        return response


def asks_again(request: HttpRequest) -> bool:
    """Answer whether our waiting process repeats a call, which a client has sent only once."""
    return request.META.get(_WAITER) == AGAIN_KEY


def is_of_api(request: HttpRequest) -> bool:
    """Answer whether a request is for the API, which knows no cookie and serves no file."""
    return f"{request.path_info}/".startswith("/api/")
