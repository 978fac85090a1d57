"""Around `/oauth/`: so many requests from one address, of apps and of people."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.api.addresses import client_address
from accounts.oauth.views.endpoints import refusal
from accounts.oauth.views.pages import refuse
from config.limits import counters, fields
from config.limits.draws import Draw
from config.limits.policies import OAUTH_PAGES, OAUTH_TOKENS, Caller

GetResponse = Callable[[HttpRequest], HttpResponse]
OF_APPS = frozenset(
    f"/oauth/{name}" for name in ("token", "revoke", "introspect", "device-authorization")
)


class OAuthLimitsMiddleware:
    """Counts before anything is looked up, so that guessing costs us nothing."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.HERDBOOK_LIMITS or not request.path_info.startswith("/oauth/"):
            return self.get_response(request)
        is_of_app = request.path_info in OF_APPS
        policy = OAUTH_TOKENS if is_of_app else OAUTH_PAGES
        caller = Caller(client_address(request)).named(policy.per)
        (standing,) = counters.draw([Draw(policy, caller, 1)])
        if not standing.refused:
            response = self.get_response(request)
        else:
            text = f"Too many requests. Wait {standing.resets_in} seconds."
            response = (
                refusal("slow_down", text, 429) if is_of_app else refuse(request, text, status=429)
            )
            response["Retry-After"] = str(standing.resets_in)
        fields.write(response, [standing])
        return response
