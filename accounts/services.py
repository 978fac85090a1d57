"""Making accounts and tokens."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts import tokens
from accounts.models import Account, Token
from accounts.scopes import SANDBOX_SCOPES

SANDBOX_LIFE = timedelta(hours=24)
ADMIN_NAME = "admin"


def issue_token(
    account: Account,
    *,
    label: str,
    scopes: Sequence[str],
    now: datetime,
    expires_at: datetime | None = None,
) -> str:
    """Make a token and return its text; it cannot be read again afterwards."""
    text = tokens.new()
    Token.objects.create(
        id=text.id,
        account=account,
        label=label,
        secret_hash=tokens.digest(text.secret),
        scopes=list(scopes),
        created_at=now,
        expires_at=expires_at,
    )
    return str(text)


def open_sandbox(*, now: datetime) -> tuple[Account, str]:
    """Make a throw-away bot that lives for a day; return it and the text of its token."""
    with transaction.atomic(durable=True):
        account = Account(
            name=f"sandbox-{secrets.token_hex(6)}",
            kind=Account.Kind.BOT,
            sandbox=True,
            created_at=now,
            expires_at=now + SANDBOX_LIFE,
        )
        account.set_unusable_password()
        account.save(force_insert=True)
        token = issue_token(
            account,
            label="sandbox",
            scopes=SANDBOX_SCOPES,
            now=now,
            expires_at=account.expires_at,
        )
    return account, token


def ensure_admin(*, now: datetime) -> tuple[str, str] | None:
    """Make an administrator if there is none; return name and password of the new one."""
    if Account.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(15)
    account = Account(name=ADMIN_NAME, is_staff=True, is_superuser=True, created_at=now)
    account.set_password(password)
    account.save(force_insert=True)
    return account.name, password
