"""Around every request to the API: begins to count it, and tells in the answer how that stands."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.limits import visit

GetResponse = Callable[[HttpRequest], HttpResponse]


class LimitsMiddleware:
    """Writes `RateLimit` and `RateLimit-Policy` into answers of views, of Django and to preflights."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = visit.begin(request)
        response = self.get_response(request)
        if begun is not None:
            begun.leave(response)
        return response
