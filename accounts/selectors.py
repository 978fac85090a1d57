"""Reading accounts and tokens."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts import bearers, names, tokens
from accounts.errors import (
    TokenExpiredError,
    TokenInvalidError,
    TokenRevokedError,
    UnknownPlayerError,
)
from accounts.event_types import EventType
from accounts.models import Account, AccountEvent, Mute, Token


def token_bearer(text: str, *, now: datetime) -> Token:
    """Return the token with this text, its account loaded with it, in one query.

    Raises `TokenInvalidError`, `TokenRevokedError` or `TokenExpiredError`; which of them tells
    nothing to somebody who does not hold the secret.
    """
    parsed = tokens.parse(text)
    return good_bearer(parsed, bearers.find(parsed.id) if parsed else None, now=now)


def good_bearer(sent: tokens.TokenText | None, found: Token | None, *, now: datetime) -> Token:
    """Return the token that was found for the one that was sent; raise as `token_bearer` does."""
    if not sent or not found or not tokens.matches(sent.secret, bytes(found.secret_hash)):
        raise TokenInvalidError("This token is unknown. POST /api/v1/sandbox gives a new one.")
    return _good(found, now)


def good_token(token_id: str, *, now: datetime) -> Token:
    """Return the token with this id, its account loaded with it, unless it has come to its end.

    Raises as `token_bearer` does.
    """
    token = bearers.find(token_id)
    if token is None:
        raise TokenInvalidError("This token is unknown. POST /api/v1/sandbox gives a new one.")
    return _good(token, now)


def good_tokens(ids: Sequence[str], *, now: datetime) -> dict[str, bool]:
    """Return those of these ids whose tokens are still good, and whether the account is suspended."""
    lives = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    account_lives = Q(account__expires_at__isnull=True) | Q(account__expires_at__gt=now)
    good = Token.objects.filter(lives, account_lives, revoked_at=None, account__is_active=True)
    good = good.exclude(_of_resting_app(now))
    found = good.filter(id__in=ids).values_list("id", "account__suspended_until")
    return {id_: until is not None and until > now for id_, until in found}


def _of_resting_app(now: datetime) -> Q:
    author = "access__application__user"
    return Q(**{f"{author}__is_active": False}) | Q(**{f"{author}__suspended_until__gt": now})


def _good(token: Token, now: datetime) -> Token:
    if token.revoked_at is not None:
        raise TokenRevokedError("This token was revoked.")
    ends = [moment for moment in (token.expires_at, token.account.expires_at) if moment]
    if any(moment <= now for moment in ends):
        raise TokenExpiredError("This token has expired.")
    if not token.account.is_active:
        raise TokenInvalidError("The account of this token is closed.")
    if token.app_rests_until is not None and token.app_rests_until > now:
        raise TokenInvalidError("The app of this token may act for nobody now.")
    return token


def whole_account(account: Account) -> Account:
    """Return the account of a token with all its columns and its owner.

    Raises `TokenInvalidError` if it has come to its end meanwhile.
    """
    found = Account.objects.select_related("owner").filter(id=account.id).first()
    if found is None:
        raise TokenInvalidError("The account of this token is closed.")
    return found


def whole_token(token: Token) -> Token:
    """Return the token with all its columns; raise `TokenInvalidError` if it is gone meanwhile."""
    found = Token.objects.select_related("account").filter(id=token.id).first()
    if found is None:
        raise TokenInvalidError("This token is unknown. POST /api/v1/sandbox gives a new one.")
    return found


def find_player(name: str) -> Account:
    """Return the account of this name, its owner loaded with it; raise `UnknownPlayerError`."""
    return _named(name, _players(), "There is no such player.")


def find_bot(name: str, *, owner: Account) -> Account:
    """Return a bot of this owner; raise `UnknownPlayerError`, also for another's."""
    return _named(name, bots_of(owner), "You have no such bot.")


def _named(name: str, accounts: "QuerySet[Account]", refusal: str) -> Account:
    # Not every text can be asked of a database.
    found = accounts.filter(name=name).first() if names.is_name(name) else None
    if found is None:
        raise UnknownPlayerError(refusal)
    return found


def bots_of(owner: Account) -> "QuerySet[Account]":
    """Return the bots of an account."""
    return _players().filter(owner=owner)


def tokens_of(account: Account) -> "QuerySet[Token]":
    """Return the tokens of an account and of its bots that were not taken back.

    Without those of apps, which come and go by themselves.
    """
    kept = Token.objects.select_related("account").filter(revoked_at__isnull=True, of_app=False)
    return kept.filter(account__in=with_bots(account.id))


def with_bots(account: UUID) -> "QuerySet[Account]":
    """Return an account and its bots, to be asked for within another question."""
    return Account.objects.filter(Q(id=account) | Q(owner=account))


def blockers_of(account: UUID) -> frozenset[UUID]:
    """Return the accounts in whose games this one may not sit down.

    Who is blocked cannot come back by a bot, nor find an open door with a bot of who blocked.
    """
    return _each(
        Q(blocks__blocked=account),
        Q(blocks__blocked__bots=account),
        Q(owner__blocks__blocked=account),
        Q(owner__blocks__blocked__bots=account),
    )


def kept_out_by(account: UUID) -> frozenset[UUID]:
    """Return the accounts that may not sit down in this one's games: `blockers_of`, turned round."""
    return _each(
        Q(blocked_by__blocker=account),
        Q(blocked_by__blocker__bots=account),
        Q(owner__blocked_by__blocker=account),
        Q(owner__blocked_by__blocker__bots=account),
    )


def unread_by(account: UUID) -> frozenset[UUID]:
    """Return the accounts whose messages this one does not want to read."""
    muted = Mute.objects.filter(by=account).values_list("muted", flat=True)
    return kept_out_by(account) | frozenset(muted)


def unread_for(account: UUID) -> frozenset[UUID]:
    """Return the accounts that do not want to read this one: `unread_by`, turned round."""
    muters = Account.objects.filter(mutes__muted=account).values_list("id", flat=True)
    return blockers_of(account) | frozenset(muters)


def household_of(account: UUID) -> frozenset[UUID]:
    """Return the owner of a bot with all its bots, or the bots of a person, without this one."""
    return _each(Q(owner=account), Q(bots=account), Q(owner__bots=account)) - {account}


def _each(*wanted: Q) -> frozenset[UUID]:
    """Return the accounts for which one of these holds, each looked for by its own index.

    Asked for any of them at once, PostgreSQL joins and reads all accounts that there are.
    """
    first, *others = (Account.objects.filter(one).values_list("id", flat=True) for one in wanted)
    return frozenset(first.union(*others))


def _players() -> "QuerySet[Account]":
    return Account.objects.select_related("owner").filter(erased_at__isnull=True)


def games_told_of(account: UUID, *, types: Sequence[EventType], since: datetime) -> list[UUID]:
    """Return the games of which an account was told such things since then, the latest first."""
    told = AccountEvent.objects.filter(
        account=account, type__in=[str(one) for one in types], told_at__gt=since
    )
    games = told.order_by("-sequence").values_list("data__game", flat=True)
    return [UUID(game) for game in dict.fromkeys(games)]
