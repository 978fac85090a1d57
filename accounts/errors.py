"""Refusals about accounts and tokens. `config.errors` knows their HTTP status."""

from datetime import datetime


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


class TicketInvalidError(TokenError):
    """The ticket of a stream is unknown, used, too old, or for another path."""

    code = "ticket_invalid"


class TicketsUnavailableError(AccountError):
    """The cache, in which tickets are kept, does not answer."""

    code = "unavailable"


class InsufficientScopeError(AccountError):
    """The token is good, but not for this."""

    code = "insufficient_scope"

    def __init__(self, *, required: list[str], granted: list[str]) -> None:
        super().__init__(f"This needs a token with the scope {', '.join(required)}.")
        self.required = required
        self.granted = granted


class AccountSanctionedError(AccountError):
    """A sanction keeps the account from this; `kind` and `ends_at` say which, and how long."""

    code = "account_sanctioned"

    def __init__(self, kind: str, ends_at: datetime | None) -> None:
        what = "suspended" if kind == "suspension" else "kept from rated play"
        until = "" if ends_at is None else f" until {ends_at:%Y-%m-%d %H:%M} UTC"
        super().__init__(f"Your account is {what}{until}. GET /api/v1/me/sanctions says why.")
        self.kind = kind
        self.ends_at = ends_at


class UnknownSanctionError(AccountError):
    """The account has no such sanction."""

    code = "not_found"


class SanctionOverError(AccountError):
    """The sanction has ended, was lifted, or is of a kind for which this is not."""

    code = "sanction_over"


class AppealOpenError(AccountError):
    """An appeal against the sanction waits for its answer."""

    code = "appeal_open"


class BadCredentialsError(AccountError):
    """There is no account with this name and password; which of them is wrong stays unsaid."""

    code = "bad_credentials"


class WrongPasswordError(AccountError):
    """What was sent beside a token is not the password of its account."""

    code = "wrong_password"


class TryLaterError(AccountError):
    """Something was done too often; `seconds` until it may be tried again."""

    code = "rate_limited"
    what = "This was done too often."

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{self.what} Try again in {seconds} seconds.")
        self.seconds = seconds


class TooManyFailuresError(TryLaterError):
    """Too many log-ins have failed."""

    what = "Too many log-ins have failed."


class TooManyConfirmationsError(TryLaterError):
    """The address, or the account, was sent as many mails to confirm it as there may be."""

    what = "Enough mails were sent to confirm this address."


class TooManyResetsError(TryLaterError):
    """Somebody has asked for as many resets of passwords as there may be."""

    what = "Too many resets of passwords were asked for."


class NothingToConfirmError(AccountError):
    """The account has no address, or has confirmed it."""

    code = "nothing_to_confirm"


class CodeInvalidError(AccountError):
    """A code that was sent by mail is none, is too old, or was used."""

    code = "code_invalid"


class NoMailError(AccountError):
    """The server has no mail server."""

    code = "no_mail"


class NameTakenError(AccountError):
    """Another account has the name."""

    code = "name_taken"


class ScopeNotEligibleError(AccountError):
    """A token cannot have a scope that was asked for."""

    code = "scope_not_eligible"

    def __init__(self, detail: str, *, refused: list[str], eligible: list[str]) -> None:
        super().__init__(detail)
        self.refused = refused
        self.eligible = eligible


class UnknownPlayerError(AccountError):
    """There is no such account, or none that the asker may know of."""

    code = "not_found"


class NotForAppsError(AccountError):
    """An app acts for somebody, and this is for people alone."""

    code = "not_for_apps"


class TooManyAppsError(AccountError):
    """The account has registered as many apps as there may be."""

    code = "too_many_apps"


class PublicAppError(AccountError):
    """A public app has no secret."""

    code = "public_app"


class UnknownAppError(AccountError):
    """The account has registered no such app."""

    code = "not_found"


class EndedMeanwhileError(AccountError):
    """An account that the request refers to came to its end just now; nothing was changed."""

    code = "unavailable"


class CursorExpiredError(AccountError):
    """What lies behind a place in the account feed is no longer kept."""

    code = "cursor_expired"


class KeyReusedError(AccountError):
    """The idempotency key belongs to another request."""

    code = "idempotency_key_reused"


class VacationRunningError(AccountError):
    """The account is on vacation; another can be planned once that is over."""

    code = "vacation_running"


class VacationBalanceError(AccountError):
    """The vacation is longer than what the account has earned."""

    code = "vacation_balance_exhausted"


class BadVacationError(AccountError):
    """A time of a vacation cannot be used; `field` names it."""

    code = "invalid_request"

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field


class TooManyWebhooksError(AccountError):
    """The account has as many webhooks as there may be."""

    code = "too_many_webhooks"


class WebhookDisabledError(AccountError):
    """Nothing is sent to the webhook until it is enabled."""

    code = "webhook_disabled"


class UnknownWebhookError(AccountError):
    """The account has no such webhook, or no such delivery."""

    code = "not_found"
