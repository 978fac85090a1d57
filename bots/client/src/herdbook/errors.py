"""Everything that can go wrong, one class for each `code` a program may want to tell apart.

Catch the narrow class where you know what to do, its family (by status) where you only know the
kind of trouble, `HerdbookError` for all. A code newer than this library falls to its family.
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from herdbook.views import Decision


@dataclass(frozen=True, slots=True)
class FieldError:
    """One complaint about one member of a request; `pointer` is a JSON pointer into it."""

    pointer: str = ""
    code: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem document (RFC 9457), or what stands in for one when none was sent."""

    code: str
    title: str = ""
    detail: str = ""
    status: int | None = None
    request_id: str | None = None
    retryable: bool = False
    errors: tuple[FieldError, ...] = ()
    version: int | None = None
    """Of the game, where one is concerned."""
    decision: Decision | None = None
    """What is still owed to the game."""
    members: dict[str, Any] = field(default_factory=dict[str, Any], repr=False)
    """The whole document, for the members that only some codes have."""
    retry_after: float | None = None
    resent: bool = False
    """An earlier copy of this request may have been carried out: its answer was lost."""


class HerdbookError(Exception):
    """Any failure of a call."""

    by_code: ClassVar[dict[str, type["HerdbookError"]]] = {}
    by_status: ClassVar[dict[int, type["HerdbookError"]]] = {}

    def __init_subclass__(cls, *, code: str = "", statuses: tuple[int, ...] = ()) -> None:
        """Enter the class in the register of its code or its statuses."""
        super().__init_subclass__()
        if code:
            HerdbookError.by_code[code] = cls
        HerdbookError.by_status.update(dict.fromkeys(statuses, cls))

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
        self.status = problem.status
        self.code = problem.code
        self.title = problem.title
        self.detail = problem.detail
        self.request_id = problem.request_id
        self.retryable = problem.retryable
        self.errors = problem.errors
        self.version = problem.version
        self.decision = problem.decision
        self.retry_after = problem.retry_after
        self.resent = problem.resent

    def __str__(self) -> str:
        text = f"{self.detail or self.title or 'The call failed.'} ({self.code})"
        complaints = "; ".join(self._complaint(one) for one in self.errors)
        return f"{text} {complaints}".rstrip()

    def _complaint(self, error: FieldError) -> str:
        # The first one is often the detail once more; where it points, the detail does not say.
        if error.detail == self.detail:
            return error.pointer
        return f"{error.pointer}: {error.detail or error.code}"


class ConnectionFailedError(HerdbookError, code="connection_failed"):
    """No answer came: refused, cut or timed out, however often it was tried."""


class UnexpectedAnswerError(HerdbookError, code="unexpected_answer"):
    """Something answered, but not as a Herdbook server does: a proxy, perhaps, or a wrong URL."""


class LoginRefusedError(HerdbookError):
    """An app was not let in, or the server gives it no tokens; `code` is that of OAuth 2."""


class BadRequestError(HerdbookError, statuses=(400, 405, 413, 415, 422)):
    """The request as it stands will never do; change it."""


class TokenRefusedError(HerdbookError, statuses=(401,)):
    """No token, or one that is wrong, over or revoked."""


class ForbiddenError(HerdbookError, statuses=(403,)):
    """The token is good, but it does not allow this."""


class NotFoundError(HerdbookError, statuses=(404,)):
    """There is no such thing, or it is not yours to know."""


class ConflictError(HerdbookError, statuses=(409,)):
    """The game or account is not in a state in which this could be done."""


class GoneError(HerdbookError, statuses=(410,)):
    """It was there once, and is kept no longer."""


class RateLimitedError(HerdbookError, statuses=(429,)):
    """Too much in too short a time; `retry_after` says how long to wait."""


class ServerError(HerdbookError, statuses=(500, 502, 504)):
    """The server failed; `request_id` finds the reason in its log."""


class UnavailableError(ServerError, statuses=(503,)):
    """The server cannot serve just now; `retry_after` says when to ask again."""


class TokenMissingError(TokenRefusedError, code="token_missing"):
    """The call needs a token."""


class TokenInvalidError(TokenRefusedError, code="token_invalid"):
    """The token is not one of this server's."""


class TokenExpiredError(TokenRefusedError, code="token_expired"):
    """The token is over; a sandbox lives for a day."""


class TokenRevokedError(TokenRefusedError, code="token_revoked"):
    """The token has been taken back."""


class CursorExpiredError(GoneError, code="cursor_expired"):
    """The feed is not kept that far back: read `turns`, and go on after its `events_after`."""


class InsufficientScopeError(ForbiddenError, code="insufficient_scope"):
    """The token lacks a scope; `problem.members` names `required_scopes`."""


class BadCredentialsError(TokenRefusedError, code="bad_credentials"):
    """The name or the password is wrong; which of them is not told."""


class NameTakenError(ConflictError, code="name_taken"):
    """Somebody else has this name."""


class ScopeNotEligibleError(BadRequestError, code="scope_not_eligible"):
    """Neither the account nor the token that asks can give such a scope."""
