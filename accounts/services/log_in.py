"""Logging in with name and password."""

from django.contrib.auth.hashers import check_password

from accounts.errors import BadCredentialsError
from accounts.models import Account
from accounts.services.failures import count_attempt

_NOBODY = "!"
"""Not the hash of any password; checking against it takes as long as against a real one."""


def log_in(*, name: str, password: str, address: str) -> Account:
    """Return the account with this name and password.

    Raises `TooManyFailuresError`, or `BadCredentialsError`, which says nothing about whether the
    name exists: the hasher runs either way.
    """
    attempts = count_attempt(name=name, address=address)
    account = Account.objects.filter(name=name, is_active=True).first()
    is_right = check_password(password, account.password if account is not None else _NOBODY)
    if account is None or not is_right:
        raise BadCredentialsError("There is no account with this name and password.")
    for attempt in attempts:
        attempt.take_back()
    return account
