"""What happens around pages, and not around calls of the API."""

from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django_otp.middleware import OTPMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from config.middleware import is_of_api


class OfPages:
    """Before one of Django's: it works for pages, and calls of the API pass it by."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if is_of_api(request):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]  # of the class that stands behind


class PageFiles(OfPages, WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """Scripts and styles."""


class PageSessions(OfPages, SessionMiddleware):
    """Who is logged in, by cookie."""


class PageAccounts(OfPages, AuthenticationMiddleware):
    """The account of the session."""


class PageFactors(OfPages, OTPMiddleware):  # type: ignore[misc]  # it has no types
    """Whether the session was opened with a second factor."""


class PageMessages(OfPages, MessageMiddleware):
    """What the next page has to say."""
