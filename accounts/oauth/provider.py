"""What django-oauth-toolkit is told: which grants there are not, and how long things are good for.

Read by the settings, so nothing here may ask for them or for a model.
"""

from typing import Any

from accounts.oauth import credentials

_STRICT = (
    "IMPLICIT_GRANT",
    "PASSWORD_GRANT",
    "PKCE_METHOD",
    "PKCE_REQUIRED",
    "REFRESH_TOKEN",
    "ACCESS_TOKEN_TRANSPORT",
    "AUTHZ_RESPONSE_ISS",
    "TOKEN_STORAGE",
    "REDIRECT_URI_SCHEME",
    "REDIRECT_URI_MATCHING",
)
"""All of RFC 9700 that the toolkit still leaves to choice."""
_REGISTERS = {
    "APPLICATION": "AppAdmin",
    "ACCESS_TOKEN": "Unseen",
    "REFRESH_TOKEN": "Unseen",
    "GRANT": "Unseen",
    "ID_TOKEN": "Unseen",
}


def settings(*, access_minutes: int, refresh_days: int, issuer: str) -> dict[str, Any]:
    """Return `OAUTH2_PROVIDER`."""
    return {
        "OAUTH2_SERVER_CLASS": "accounts.oauth.server.Server",
        "OAUTH2_VALIDATOR_CLASS": "accounts.oauth.validator.Validator",
        "OAUTH2_BACKEND_CLASS": "accounts.oauth.backend.Backend",
        "SCOPES_BACKEND_CLASS": "accounts.oauth.scopes.Scopes",
        "ACCESS_TOKEN_GENERATOR": "accounts.oauth.backend.new_access_token",
        "REFRESH_TOKEN_GENERATOR": "accounts.oauth.backend.new_refresh_token",
        "OAUTH_DEVICE_USER_CODE_GENERATOR": credentials.new_user_code,
        "OAUTH_PRE_TOKEN_VALIDATION": [],
        "ACCESS_TOKEN_EXPIRE_SECONDS": 60 * access_minutes,
        "REFRESH_TOKEN_EXPIRE_SECONDS": 86_400 * refresh_days,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
        "CLEAR_EXPIRED_TOKENS_BATCH_SIZE": 1000,
        "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],  # an app says which it uses
        "OIDC_ISS_ENDPOINT": issuer,
        **{f"COMPLIANT_BCP_RFC9700_{name}": True for name in _STRICT},
        **{f"{model}_ADMIN_CLASS": f"accounts.admin.{view}" for model, view in _REGISTERS.items()},
    }
