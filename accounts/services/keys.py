"""Keys of a person, made and ended one after the other, so that who ends all of them misses none.

Else a token that is made at the very moment, by somebody who has just shown an old password or a
stolen token, would outlive the reset by which its owner shuts them out.
"""

from django.db.models import QuerySet

from accounts.errors import BadCredentialsError, TokenInvalidError, TokenRevokedError
from accounts.models import Account, Token


def hold(account: Account) -> None:
    """Keep others from making or ending keys of a person and their bots, inside a transaction."""
    list(_person(account).values_list("id"))


def hold_while_good(account: Account, *, shown: Token | None) -> None:
    """Do so, and make sure that what was looked at before still opens the account.

    `shown` is the token that was sent; None: it was the password that the account had when it was
    loaded. Raises `TokenRevokedError` or `BadCredentialsError`.
    """
    passwords = dict(_person(account).values_list("id", "password"))
    if shown is not None:
        if Token.objects.filter(id=shown.id, revoked_at__isnull=False).exists():
            raise TokenRevokedError("This token was revoked.")
    elif passwords.get(account.id) != account.password:
        raise BadCredentialsError("There is no account with this name and password.")


def hold_row(account: Account) -> None:
    """Keep others from making something of this very account at the same time, in a transaction.

    Raises `TokenInvalidError` if it has come to its end.
    """
    rows = Account.objects.select_for_update(no_key=True).filter(id=account.id)
    if not list(rows.values_list("id")):
        raise TokenInvalidError("The account of this token is closed.")


def _person(account: Account) -> "QuerySet[Account]":
    rows = Account.objects.filter(id=account.owner_id or account.id)
    return rows.select_for_update(no_key=True)
