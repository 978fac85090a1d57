"""Changing what an account says of itself."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts import clock
from accounts.errors import TokenInvalidError, TooManyConfirmationsError, UnknownPlayerError
from accounts.models import Account
from accounts.notifications import CHOICES, chosen, next_digest
from accounts.services import addresses
from accounts.services.log_in import still_proved

_OF_A_PERSON = frozenset(
    {"display_name", "time_zone", "quiet_hours", "notifications", "digest_at", "email_confirmed_at"}
    | {"email"}
)
_OF_A_BOT = frozenset({"display_name", "description", "accepts", "is_active"})


def change_profile(
    account: Account,
    *,
    changes: Mapping[str, Any],
    proved: Account | None = None,
    asked_from: str = "",
) -> Account:
    """Store the changes of one's own profile; notification choices not named stay as they are.

    Another address is to be confirmed; `proved` is the account as its password was looked at
    for that, `asked_from` the network address of whoever asks. Returns the account as it is then; raises `TokenInvalidError` if it has come to its
    end, and `WrongPasswordError` if another password was set meanwhile.
    """
    with transaction.atomic(durable=True):
        row = _locked(account)
        if row is None:
            raise TokenInvalidError("The account of this token is closed.")
        if proved is not None:
            still_proved(proved, row)
        merged = dict(changes)
        former = row.email if row.email_confirmed_at is not None else ""
        if "email" in merged:
            addresses.give(row, merged["email"], now=clock.now())
            merged["email_confirmed_at"] = row.email_confirmed_at
        if "notifications" in merged:
            merged["notifications"] = {**row.notifications, **merged["notifications"]}
        choices = merged.get("notifications", row.notifications)
        if merged.keys() & {"notifications", "time_zone"} and chosen(choices)["digest"]:
            zone = merged.get("time_zone", row.time_zone)
            merged["digest_at"] = next_digest(choices, time_zone=zone, now=clock.now())
        elif row.digest_at is not None and not chosen(choices)["digest"]:
            merged["digest_at"] = None
        _store(row, merged, _OF_A_PERSON)
        if former and former != row.email:
            addresses.tell_former(row, former)
        if "email" in merged:
            with suppress(TooManyConfirmationsError):  # it can be ordered again later
                addresses.order(row, asked_from=asked_from)
    return row


def stop_mails(account: UUID) -> None:
    """Choose no mail at all for an account, if there is still one."""
    with transaction.atomic(durable=True):
        Account.objects.filter(id=account, erased_at__isnull=True).update(
            notifications=dict.fromkeys(CHOICES, False), digest_at=None
        )


def change_bot(bot: Account, *, changes: Mapping[str, Any]) -> Account:
    """Store the changes that a bot's owner makes to it; one that is not active is let in nowhere.

    Returns the bot as it is then; raises `UnknownPlayerError` if it has come to its end.
    """
    with transaction.atomic(durable=True):
        row = _locked(bot)
        if row is None:
            raise UnknownPlayerError("You have no such bot.")
        _store(row, changes, _OF_A_BOT)
    return row


def _locked(account: Account) -> Account | None:
    """Return the row as it is now, kept from others; None if its end was asked for."""
    rows = Account.objects.select_related("owner").filter(erased_at__isnull=True)
    return rows.select_for_update(of=("self",), no_key=True).filter(id=account.id).first()


def _store(account: Account, changes: Mapping[str, Any], known: frozenset[str]) -> None:
    assert known.issuperset(changes), "the API names the fields"
    for name, value in changes.items():
        setattr(account, name, value)
    if changes:
        account.save(update_fields=list(changes))
