"""What is said of a request for a host that is not ours, or for none."""

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware

from config.errors import plain_problem


class Common(CommonMiddleware):
    """Does what the framework's does, and refuses a bad `Host` as everything else is refused.

    The framework would answer with a page in debug mode, and otherwise without a reason: whoever
    sets up a server meets this first when its name is missing in the settings.
    """

    def process_request(  # type: ignore[override]  # the stubs know of no other answer than a redirect
        self, request: HttpRequest
    ) -> HttpResponseBase | None:
        try:
            return super().process_request(request)
        except DisallowedHost:
            return plain_problem(
                request,
                "malformed_request",
                "The `Host` of the request names no host of this server; its operator lists them in "
                "HERDBOOK_ALLOWED_HOSTS.",
            )
