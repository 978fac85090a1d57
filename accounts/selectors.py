"""Reading accounts and tokens."""

from datetime import datetime

from accounts import tokens
from accounts.errors import TokenExpiredError, TokenInvalidError, TokenRevokedError
from accounts.models import Token


def token_bearer(text: str, *, now: datetime) -> Token:
    """Return the token with this text, its account loaded with it, in one query.

    Raises `TokenInvalidError`, `TokenRevokedError` or `TokenExpiredError`; which of them tells
    nothing to somebody who does not hold the secret.
    """
    parsed = tokens.parse(text)
    token = parsed and Token.objects.select_related("account").filter(id=parsed.id).first()
    if not parsed or not token or not tokens.matches(parsed.secret, bytes(token.secret_hash)):
        raise TokenInvalidError("This token is unknown. POST /api/v1/sandbox gives a new one.")
    if token.revoked_at is not None:
        raise TokenRevokedError("This token was revoked.")
    ends = [moment for moment in (token.expires_at, token.account.expires_at) if moment]
    if any(moment <= now for moment in ends):
        raise TokenExpiredError("This token has expired.")
    if not token.account.is_active:
        raise TokenInvalidError("The account of this token is closed.")
    return token
