"""What browsers are told about the pages of the dashboard."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

from accounts.dashboard.site import base_path

# Files of ours alone run, and nothing that stands in a page. The pages' own library reads the
# attributes that its templates hold, for which it makes functions.
_RUNS = "script-src 'self' 'unsafe-eval'; connect-src 'self'"
# The colours of the theme stand in the page.
_SHOWS = "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'"
_LEADS = "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
POLICY = f"default-src 'none'; {_RUNS}; {_SHOWS}; {_LEADS}"


class DashboardHeaders:
    """Nothing of others runs, loads or frames a page of the dashboard, and none is kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_ours = request.path_info.startswith(base_path())
        if is_ours and "\0" in request.path_info:  # of which the database knows no text
            response: HttpResponse = HttpResponseBadRequest(
                "The address holds the character NUL.", content_type="text/plain"
            )
        else:
            response = self.get_response(request)
        if is_ours:
            response["Content-Security-Policy"] = POLICY
            response["Cache-Control"] = "no-store"
            # Not `no-referrer`: then browsers send no origin, by which forms are known as ours.
            response["Referrer-Policy"] = "same-origin"
        return response
