"""`Authorization: Bearer <token>`, and nothing else: no cookie ever opens the API."""

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts import selectors
from accounts.api.addresses import client_address
from accounts.errors import TokenInvalidError
from accounts.models import Account, Token
from accounts.networks import noting
from accounts.services import issuing


def bearer_text(header: str) -> str:
    """Return the token that `Authorization` holds; raise `TokenInvalidError` if it names none."""
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "bearer":
        raise TokenInvalidError("Send `Authorization: Bearer <token>`.")
    return text.strip()


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Account, Token] | None:
        """Return account and token; None if no token was sent; raise `TokenError` for a bad one."""
        header = request.headers.get("Authorization")
        if header is None:
            return None
        now = timezone.now()
        token = selectors.token_bearer(bearer_text(header), now=now)
        if noting.is_first_of_day(token.last_used_at, now=now):
            noting.note(token.account_id, client_address(request), now=now)
        issuing.note_use(token, now=now)
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
