"""Logging in with name and password: the one place where a password is looked at."""

from django.contrib.auth.hashers import check_password
from django.utils import timezone

from accounts.errors import BadCredentialsError, WrongPasswordError
from accounts.models import Account
from accounts.networks import noting
from accounts.services import failures

_NOBODY = "!"
"""Not the hash of any password; checking against it takes as long as against a real one."""


def log_in(*, name: str, password: str, address: str) -> Account:
    """Return the account with this name and password.

    Raises `TooManyFailuresError`, or `BadCredentialsError`, which says nothing about whether the
    name exists: the hasher runs either way.
    """
    attempts = failures.count_attempt(name=name, address=address)
    account = Account.objects.filter(name=name, is_active=True).first()
    is_right = check_password(password, account.password if account is not None else _NOBODY)
    if account is None or not is_right:
        raise BadCredentialsError("There is no account with this name and password.")
    for attempt in attempts:
        attempt.take_back()
    failures.know(name=name, address=address)
    noting.note(account.id, address, now=timezone.now())
    return account


def prove(account: Account, *, password: str, address: str) -> Account:
    """Have somebody who has a token of an account prove that it is theirs; return it as it was then.

    Counted like a log-in. Raises `TooManyFailuresError` or `WrongPasswordError`.
    """
    try:
        found = log_in(name=account.name, password=password, address=address)
    except BadCredentialsError:
        found = None
    if found is None or found.id != account.id:
        raise WrongPasswordError("This is not the password of your account.")
    return found


def still_proved(proved: Account, row: Account) -> None:
    """Raise `WrongPasswordError` if the password, in a row that is locked, is another by now."""
    if proved.password != row.password:
        raise WrongPasswordError("This is not the password of your account.")
