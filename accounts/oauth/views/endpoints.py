"""What apps call: tokens, their end, what they are, and codes for devices.

The bodies are forms and the errors those of RFC 6749, since that is what client libraries know.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.models import DeviceGrant
from oauth2_provider.settings import oauth2_settings
from oauth2_provider.views.mixins import OAuthLibMixin

from accounts.oauth import credentials
from accounts.oauth.models import App
from accounts.oauth.server import DEVICE_SECONDS

_FORM = "application/x-www-form-urlencoded"


def answer(body: Any, status: int, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Answer an app; what it is told is kept by nobody in between."""
    text = body if isinstance(body, str) else json.dumps(body)
    response = HttpResponse(text, status=status, content_type="application/json")
    for name, value in (headers or {}).items():
        response[name] = value
    response["Content-Type"], response["Cache-Control"] = "application/json", "no-store"
    return response


def refusal(code: str, text: str, status: int = 400) -> HttpResponse:
    """Refuse as RFC 6749 says."""
    return answer({"error": code, "error_description": text}, status)


def fault_of(request: HttpRequest) -> str | None:
    """Return what keeps the parameters of a request from being read, if anything does."""
    for parameters in (request.GET, request.POST):
        for name, values in parameters.lists():
            if any("\0" in text for text in (name, *values)):
                return "A parameter holds the character NUL."
    return None


@method_decorator(csrf_exempt, name="dispatch")  # no cookie is looked at
class Endpoint(OAuthLibMixin, View):
    """One POST with a form."""

    http_method_names = ["post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            if request.content_type != _FORM:
                return refusal("invalid_request", f"Send {_FORM}.", 415)
            if (fault := fault_of(request)) is not None:
                return refusal("invalid_request", fault)
        try:
            return super().dispatch(request, *args, **kwargs)
        except ValueError:
            return refusal("invalid_request", "A parameter cannot be read.")

    def http_method_not_allowed(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        response = refusal("invalid_request", "Only POST exists here.", 405)
        response["Allow"] = "POST"
        return response


class TokenView(Endpoint):
    """Tokens for a code, for the code of a device, or for a refresh token."""

    def post(self, request: HttpRequest) -> HttpResponse:
        _, headers, body, status = self.create_token_response(request)
        return answer(body, status, headers)


class RevokeView(Endpoint):
    """Takes a token back, with all that belongs to it (RFC 7009)."""

    def post(self, request: HttpRequest) -> HttpResponse:
        _, headers, body, status = self.create_revocation_response(request)
        return answer(body or "", status, headers)


class IntrospectView(Endpoint):
    """Says what a token is, to the app that has it (RFC 7662)."""

    def post(self, request: HttpRequest) -> HttpResponse:
        headers, body, status = self.get_oauthlib_core().create_introspection_response(request)
        return answer(body, status, headers)


class DeviceCodeView(Endpoint):
    """Gives a device its codes: one for itself, and one for people to type (RFC 8628)."""

    def post(self, request: HttpRequest) -> HttpResponse:
        headers, body, status = self.create_device_authorization_response(request)
        if status != 200:  # noqa: PLR2004 - of HTTP
            return answer(body, status, headers)
        app = App.objects.filter(client_id=request.POST["client_id"]).first()
        if app is None:  # it was removed meanwhile
            return refusal("invalid_client", "There is no such app any more.", 401)
        if not app.device_flow:
            return refusal("unauthorized_client", "The app is not registered for devices.")
        device_code, user_code = credentials.new(credentials.DEVICE), body["user_code"]
        now = timezone.now()
        grant = DeviceGrant.objects.create(
            client_id=app.client_id,
            device_code=credentials.digest(device_code),
            user_code=credentials.user_code_digest(user_code),
            scope=body["scope"],
            expires=now + timedelta(seconds=DEVICE_SECONDS),
        )
        # Its first question may come at once.
        DeviceGrant.objects.filter(pk=grant.pk).update(last_checked=now - timedelta(hours=1))
        uri = f"{oauth2_settings.oauth2_authorization_server_issuer(request)}/oauth/device"
        return answer(
            {
                "device_code": device_code,
                "user_code": user_code,
                "verification_uri": uri,
                "verification_uri_complete": f"{uri}?user_code={user_code}",
                "expires_in": DEVICE_SECONDS,
                "interval": grant.interval,
            },
            200,
        )
