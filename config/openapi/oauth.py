"""OAuth 2 in the document: where apps of others come by their tokens."""

from typing import Any

from accounts.oauth.views.metadata import ENDPOINTS
from accounts.scopes import TEXTS


def scheme() -> dict[str, Any]:
    """Return the security scheme; its addresses are below the server's own."""
    scopes = {str(scope): text for scope, text in TEXTS.items()}
    token = {"tokenUrl": ENDPOINTS["token_endpoint"], "refreshUrl": ENDPOINTS["token_endpoint"]}
    authorize = ENDPOINTS["authorization_endpoint"]
    return {
        "type": "oauth2",
        "description": "For apps that act for others: authorization code with PKCE (S256), or the "
        "device flow of RFC 8628, which this version of OpenAPI has no words for; see "
        "`/.well-known/oauth-authorization-server`. The token is sent as `bearer`.",
        "flows": {
            "authorizationCode": {"authorizationUrl": authorize, **token, "scopes": scopes},
        },
        "x-device-authorization-url": ENDPOINTS["device_authorization_endpoint"],
    }
