"""What happens around pages, and not around calls of the API."""

from collections.abc import Awaitable

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware

from config.middleware import is_of_api


class OfPages(MiddlewareMixin):
    """Before one of Django's: it works for pages, and calls of the API pass it by."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if is_of_api(request):
            return self.get_response(request)
        return super().__call__(request)


class PageFiles(OfPages, WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """Scripts and styles."""


class PageSessions(OfPages, SessionMiddleware):
    """Who is logged in, by cookie."""


class PageForgery(OfPages, CsrfViewMiddleware):
    """A form is sent from its own page only."""


class PageAccounts(OfPages, AuthenticationMiddleware):
    """The account of the session."""


class PageMessages(OfPages, MessageMiddleware):
    """What the next page has to say."""
