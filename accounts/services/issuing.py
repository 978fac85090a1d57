"""Making tokens, taking them back, and noting that they are used."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from oauth2_provider.models import revoke_access_token

from accounts import tokens
from accounts.errors import ScopeNotEligibleError
from accounts.models import Account, Token
from accounts.scopes import eligible
from accounts.services import keys

USE_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class Issued:
    """A new token, and its text, which cannot be read again afterwards."""

    token: Token
    text: str = field(repr=False)


def issue_token(
    account: Account,
    *,
    label: str,
    scopes: Sequence[str],
    now: datetime,
    expires_at: datetime | None = None,
) -> Issued:
    """Make a token, whatever the account may ask for itself; `grant_token` looks at that."""
    text = tokens.new()
    token = Token.objects.create(
        id=text.id,
        account=account,
        label=label,
        secret_hash=tokens.digest(text.secret),
        scopes=list(dict.fromkeys(map(str, scopes))),
        created_at=now,
        expires_at=expires_at,
        last_used_at=now,
    )
    return Issued(token=token, text=str(text))


def grant_token(
    account: Account,
    *,
    label: str,
    scopes: Sequence[str],
    now: datetime,
    expires_in: timedelta | None = None,
    asked_with: Token | None = None,
) -> Issued:
    """Make a token with scopes that the account can have.

    One that is asked for with another token of the same account can do no more than that one, and
    ends no later. `asked_with` may also be one of the owner of a bot; without one, it was a password
    that opened the account as it was loaded. Raises `ScopeNotEligibleError`, and
    `TokenRevokedError` or `BadCredentialsError` for what was ended meanwhile.
    """
    allowed = [str(scope) for scope in eligible(account)]
    expires_at = now + expires_in if expires_in is not None else None
    if asked_with is not None and asked_with.account_id == account.id:
        allowed = [scope for scope in allowed if scope in asked_with.scopes]
        ends = [moment for moment in (expires_at, asked_with.expires_at) if moment is not None]
        expires_at = min(ends, default=None)
    refused = [scope for scope in scopes if scope not in allowed]
    if refused:
        raise ScopeNotEligibleError(
            f"This token cannot have: {', '.join(refused)}.", refused=refused, eligible=allowed
        )
    with transaction.atomic(durable=True):
        keys.hold_while_good(account, shown=asked_with)
        return issue_token(account, label=label, scopes=scopes, now=now, expires_at=expires_at)


def revoke_token(id_: str, *, by: Account, now: datetime) -> None:
    """Take back a token of one's own or of one's bots; any other is none, and nothing happens.

    With one of an app goes all that the app could get another with.
    """
    if not tokens.is_id(id_):
        return
    own = Q(account=by) | Q(account__owner=by)
    good = Token.objects.filter(own, id=id_, revoked_at__isnull=True)
    if good.filter(of_app=False).update(revoked_at=now):
        return
    with transaction.atomic(durable=True):
        keys.hold(by)
        for token in good.filter(access__isnull=False).select_related("access"):
            revoke_access_token(token.access)


def note_uses(ids: Collection[str], *, now: datetime) -> None:
    """Store that these tokens are used, those of streams that are open."""
    due = now - USE_NOTED_EVERY
    Token.objects.filter(id__in=ids, last_used_at__lte=due).update(last_used_at=now)


def note_use(token: Token, *, now: datetime) -> None:
    """Store that a token is used, at most once a minute."""
    due = now - USE_NOTED_EVERY
    if token.last_used_at <= due:
        Token.objects.filter(id=token.id, last_used_at__lte=due).update(last_used_at=now)
