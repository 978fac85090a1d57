"""Refusals about accounts and tokens. `config.errors` knows their HTTP status."""


class AccountError(Exception):
    """A request about accounts or tokens that is refused; `code` is for programs."""

    code = "account_error"


class TokenError(AccountError):
    """The token does not open anything; the message never repeats it."""


class TokenMissingError(TokenError):
    """The endpoint needs a token and none was sent."""

    code = "token_missing"


class TokenInvalidError(TokenError):
    """The token is malformed, unknown, or its account is closed."""

    code = "token_invalid"


class TokenExpiredError(TokenError):
    """The token was good once."""

    code = "token_expired"


class TokenRevokedError(TokenError):
    """The token was taken back."""

    code = "token_revoked"


class InsufficientScopeError(AccountError):
    """The token is good, but not for this."""

    code = "insufficient_scope"

    def __init__(self, *, required: list[str], granted: list[str]) -> None:
        super().__init__(f"This needs a token with the scope {', '.join(required)}.")
        self.required = required
        self.granted = granted
