"""What client libraries read to know where everything is (RFC 8414)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from oauth2_provider.settings import oauth2_settings

from accounts.oauth.models import DEVICE
from accounts.oauth.views.endpoints import answer
from accounts.scopes import Scope

_WAYS = ["client_secret_basic", "client_secret_post", "none"]
"""How an app says who it is; `none` is for public ones, which can keep no secret."""
ENDPOINTS = {
    "authorization_endpoint": "/oauth/authorize",
    "token_endpoint": "/oauth/token",
    "device_authorization_endpoint": "/oauth/device-authorization",
    "revocation_endpoint": "/oauth/revoke",
    "introspection_endpoint": "/oauth/introspect",
}


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Answer with the document."""
    issuer = oauth2_settings.oauth2_authorization_server_issuer(request)
    response = answer(
        {
            "issuer": issuer,
            **{name: f"{issuer}{path}" for name, path in ENDPOINTS.items()},
            "scopes_supported": [str(scope) for scope in Scope],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token", DEVICE],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": _WAYS,
            "revocation_endpoint_auth_methods_supported": _WAYS,
            "introspection_endpoint_auth_methods_supported": _WAYS,
            "authorization_response_iss_parameter_supported": True,
        },
        200,
    )
    response["Cache-Control"] = "public, max-age=3600"
    return response
