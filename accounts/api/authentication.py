"""`Authorization: Bearer <token>`, and nothing else: no cookie ever opens the API."""

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts import selectors
from accounts.errors import TokenInvalidError
from accounts.models import Account, Token
from accounts.services import issuing


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Account, Token] | None:
        """Return account and token; None if no token was sent; raise `TokenError` for a bad one."""
        header = request.headers.get("Authorization")
        if header is None:
            return None
        scheme, _, text = header.partition(" ")
        if scheme.lower() != "bearer":
            raise TokenInvalidError("Send `Authorization: Bearer <token>`.")
        now = timezone.now()
        token = selectors.token_bearer(text.strip(), now=now)
        issuing.note_use(token, now=now)
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
