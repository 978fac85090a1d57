"""Opening accounts: of people, of throw-away bots, of the first administrator."""

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.errors import NameTakenError, TooManyConfirmationsError
from accounts.models import Account
from accounts.moderation.roles import Role
from accounts.scopes import SANDBOX_SCOPES, eligible
from accounts.services import addresses
from accounts.services.issuing import Issued, issue_token

SANDBOX_LIFE = timedelta(hours=24)
ADMIN_NAME = "admin"


def sign_up(*, name: str, password: str, email: str, address: str, now: datetime) -> Issued:
    """Open the account of a person, with a first token that can do all; raise `NameTakenError`.

    An address that was sent enough mails to confirm it is sent none, whoever has it; and so is any
    for which is signed up too often from one network `address`.
    """
    account = Account(name=name, created_at=now)
    addresses.give(account, email, now=now)
    account.set_password(password)
    with transaction.atomic(durable=True):
        insert(account)
        with suppress(TooManyConfirmationsError):
            addresses.order(account, asked_from=address)
        return issue_token(account, label="first", scopes=eligible(account), now=now)


def insert(account: Account) -> None:
    """Write a new account, inside a transaction; raise `NameTakenError`."""
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        if not Account.objects.filter(name=account.name).exists():
            raise
        # The database's message holds the whole row, so it must not follow this one into a log.
        raise NameTakenError(f"The name {account.name} is taken.") from None


def open_sandbox(*, now: datetime) -> Issued:
    """Make a throw-away bot that lives for a day, with its token."""
    account = Account(
        name=f"sandbox-{secrets.token_hex(6)}",
        kind=Account.Kind.BOT,
        sandbox=True,
        created_at=now,
        expires_at=now + SANDBOX_LIFE,
    )
    account.set_unusable_password()
    with transaction.atomic(durable=True):
        account.save(force_insert=True)
        return issue_token(
            account,
            label="sandbox",
            scopes=SANDBOX_SCOPES,
            now=now,
            expires_at=account.expires_at,
        )


def open_bot(
    *,
    owner: Account,
    id_: UUID,
    name: str,
    description: str,
    accepts: str,
    now: datetime,
) -> Account:
    """Make a bot of `owner`, inside a transaction; raise `NameTakenError`."""
    bot = Account(
        id=id_,
        name=name,
        kind=Account.Kind.BOT,
        owner=owner,
        description=description,
        accepts=accepts,
        created_at=now,
        # What its owner is kept from, it is too.
        suspended_until=owner.suspended_until,
        unrated_until=owner.unrated_until,
    )
    bot.set_unusable_password()
    insert(bot)
    return bot


def ensure_admin(*, now: datetime) -> tuple[str, str] | None:
    """Make an administrator if there is none; return name and password of the new one."""
    if Account.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(15)
    account = Account(
        name=ADMIN_NAME,
        is_staff=True,
        is_superuser=True,
        staff_role=Role.ADMINISTRATOR,
        created_at=now,
    )
    account.set_password(password)
    account.save(force_insert=True)
    return account.name, password
