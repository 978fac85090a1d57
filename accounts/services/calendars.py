"""The secret address under which an account's calendar is read: at most one, made and taken back."""

import secrets
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Q

from accounts import tokens
from accounts.errors import EndedMeanwhileError
from accounts.models import CalendarAddress


def renew(account: UUID, *, now: datetime) -> str:
    """Return a new secret, the only one that opens the calendar from now on.

    Raises `EndedMeanwhileError`.
    """
    secret = secrets.token_urlsafe(32)
    try:
        CalendarAddress.objects.update_or_create(
            account_id=account,
            defaults={"secret_hash": tokens.digest(secret), "created_at": now},
        )
    except IntegrityError:
        raise EndedMeanwhileError("Your account has come to its end.") from None
    return secret


def take_back(account: UUID) -> None:
    """Let no address open the calendar any more; done before, it changes nothing."""
    CalendarAddress.objects.filter(account=account).delete()


def address_since(account: UUID) -> datetime | None:
    """Return when the address that opens the calendar was made, or None if there is none."""
    return (
        CalendarAddress.objects.filter(account=account).values_list("created_at", flat=True).first()
    )


def opened_by(secret: str, *, now: datetime) -> UUID | None:
    """Return the account whose calendar the secret opens, or None.

    It has 256 random bits, so that it is looked up by its hash and compared with nothing.
    """
    alive = Q(account__expires_at__isnull=True) | Q(account__expires_at__gt=now)
    free = Q(account__suspended_until__isnull=True) | Q(account__suspended_until__lte=now)
    found = CalendarAddress.objects.filter(
        alive, free, secret_hash=tokens.digest(secret), account__is_active=True
    )
    account: UUID | None = found.values_list("account", flat=True).first()
    return account
