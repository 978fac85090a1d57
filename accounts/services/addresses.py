"""The mail address of an account, and whether somebody who reads its mails has said that it is theirs.

Until then it gets one kind of mail only, the one by which it is confirmed, and few of those.
"""

import hashlib
import re
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db import connection, transaction

from accounts.errors import (
    CodeInvalidError,
    NoMailError,
    NothingToConfirmError,
    TooManyConfirmationsError,
)
from accounts.mails import ringing
from accounts.models import Account
from accounts.services import counting
from accounts.services.counting import Limit, TooOftenError

DAYS = 3
"""For which a code is good: a mail can wait for a weekend."""
TO_AN_ADDRESS = Limit("confirm-address", most=3, seconds=24 * 3600)
"""Mails to confirm one address, whichever accounts order them."""
OF_AN_ACCOUNT = Limit("confirm-account", most=5, seconds=24 * 3600)
"""Mails that one account can order, to whichever addresses."""
FROM_AN_ADDRESS = Limit("confirm-from", most=20, seconds=3600)
"""Mails that can be ordered from one network address, by whichever accounts."""
TO_FORMER = Limit("address-moved", most=3, seconds=24 * 3600)
"""Mails that tell one address that an account has it no longer."""
_SALT = "herdbook confirm address 1"
_QUOTED = re.compile(r"\\(.)")
_ORDER = """
INSERT INTO mail (id, account_id, kind, data, dedupe, created_at, state, due_at, tries, failure)
SELECT gen_random_uuid(), %(account)s, 'confirm', jsonb_build_object('to', %(mark)s::text),
  'confirm/' || gen_random_uuid(), clock.now, 'waiting', clock.now, 0, ''
FROM (SELECT herdbook.clock() AS now) AS clock
"""

_TELL_FORMER = """
INSERT INTO mail (id, account_id, kind, data, dedupe, created_at, state, due_at, tries, failure)
SELECT gen_random_uuid(), %(account)s, 'moved', jsonb_build_object('former', %(former)s::text),
  'moved/' || gen_random_uuid(), clock.now, 'waiting', clock.now, 0, ''
FROM (SELECT herdbook.clock() AS now) AS clock
"""


def give(account: Account, email: str, *, now: datetime) -> None:
    """Set the address of an account that is then stored; where nobody is asked, it is confirmed."""
    if email == account.email:
        return
    account.email = email
    account.email_confirmed_at = None
    if email and not settings.HERDBOOK_CONFIRM_EMAIL:
        account.email_confirmed_at = now


def tell_former(account: Account, former: str) -> None:
    """Tell an address that was confirmed that the account has another now, inside a transaction.

    Whoever has stolen a password would else move the account unseen. At most `TO_FORMER` a day.
    """
    if not settings.HERDBOOK_MAIL:
        return
    with suppress(TooOftenError):
        counting.count((TO_FORMER, _mailbox(former)))
        with connection.cursor() as cursor:
            cursor.execute(_TELL_FORMER, {"account": account.id, "former": former})
        transaction.on_commit(ringing.ring)


def order(account: Account, *, asked_from: str) -> None:
    """Have the address confirmed, inside a transaction; with nothing to confirm do nothing.

    `asked_from` is the network address from which it was asked for. Raises `TooManyConfirmationsError`.
    """
    if not settings.HERDBOOK_MAIL or not account.email or account.email_confirmed_at is not None:
        return
    draws = [(TO_AN_ADDRESS, _mailbox(account.email)), (OF_AN_ACCOUNT, str(account.id))]
    if settings.HERDBOOK_LIMITS:
        draws.append((FROM_AN_ADDRESS, asked_from))
    try:
        counting.count(*draws)
    except TooOftenError as error:
        raise TooManyConfirmationsError(error.seconds) from None
    with connection.cursor() as cursor:
        cursor.execute(_ORDER, {"account": account.id, "mark": mark(account)})
    transaction.on_commit(ringing.ring)


def order_again(account: Account, *, asked_from: str) -> None:
    """Have the address confirmed by another mail.

    Raises `NoMailError`, `NothingToConfirmError` or `TooManyConfirmationsError`.
    """
    if not settings.HERDBOOK_MAIL:
        raise NoMailError("This server sends no mails.")
    if not account.email or account.email_confirmed_at is not None:
        raise NothingToConfirmError("You have no address, or have confirmed it.")
    with transaction.atomic(durable=True):
        order(account, asked_from=asked_from)


def mark(account: Account) -> str:
    """Return what is the same as long as the account has this address, and for no other account."""
    return hashlib.sha256(f"{account.id} {account.email}".encode()).hexdigest()[:32]


def code_for(account: Account) -> str:
    """Return what confirms the address that the account has now."""
    return signing.dumps([account.id.hex, mark(account)], salt=_SALT)


def confirm(code: str, *, now: datetime) -> None:
    """Confirm the address that a code was sent to; again does no harm.

    Raises `CodeInvalidError`, also if the account has another address by now.
    """
    try:
        id_, marked = signing.loads(code, salt=_SALT, max_age=timedelta(days=DAYS))
    except signing.BadSignature:
        raise _invalid() from None
    with transaction.atomic(durable=True):
        found = Account.objects.select_for_update(no_key=True).filter(id=UUID(id_), is_active=True)
        account = found.first()
        if account is None or not account.email or mark(account) != marked:
            raise _invalid()
        if account.email_confirmed_at is None:
            account.email_confirmed_at = now
            account.save(update_fields=["email_confirmed_at"])


def _invalid() -> CodeInvalidError:
    return CodeInvalidError("The code is none, is too old, or was for another address.")


def _mailbox(email: str) -> str:
    """Return what the spellings of an address have in common that lead to one person.

    Quotes and dots in front count for nothing, as large mail servers see it, and the domain counts
    as it is looked up: letters that look wide, or are not seen, are written into it by the dozen.
    """
    local, _, domain = email.rpartition("@")
    if local.startswith('"'):
        local = _QUOTED.sub(r"\1", local[1:-1])
    plain = local.lower().partition("+")[0].replace(".", "")
    with suppress(UnicodeError):  # of a domain that nothing can be sent to
        domain = domain.encode("idna").decode()
    return f"{plain}@{domain.lower()}"
