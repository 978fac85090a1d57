"""What a call is told when an account that it names came to its end while it worked."""

from django.db import IntegrityError
from psycopg.errors import ForeignKeyViolation
from rest_framework.request import Request

from accounts.api.authentication import BearerAuthentication
from accounts.errors import EndedMeanwhileError, TokenError
from games.store.errors import AccountGoneError


def explain(error: Exception, request: Request) -> Exception:
    """Return what the caller should learn of an error.

    What refers to a row that is no more has changed nothing. If it was the caller's own account,
    the token is good no longer; else the same call, sent again, finds out who is missing.
    """
    if not _refers_to_nobody(error):
        return error
    try:
        BearerAuthentication().authenticate(request)
    except TokenError as refusal:
        return refusal
    return EndedMeanwhileError("An account has come to its end meanwhile. Send the same again.")


def _refers_to_nobody(error: Exception) -> bool:
    if isinstance(error, IntegrityError):
        return isinstance(error.__cause__, ForeignKeyViolation)
    return isinstance(error, AccountGoneError)
