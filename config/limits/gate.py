"""Draws for a request once its caller is known and has the right, and before it does anything."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from config.limits import visit

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which imports us


class Gate(BaseThrottle):
    """The one throttle of all views; `RateLimitedError` says more than a False would."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        found = visit.of(request)
        if found is not None:
            found.enter(request)
        return True
