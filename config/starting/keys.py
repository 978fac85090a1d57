"""The secret key: one that nobody else has."""

from collections.abc import Iterator

from django.conf import settings
from django.core.checks.security import base

_OF_DEBUGGING = "only-for-debugging-"
"""How the key begins that settings choose when debugging is on and none is given."""


def faults() -> Iterator[str]:
    """Yield what is wrong with the key, which is itself never shown."""
    key = settings.SECRET_KEY
    # Django's own view of short, monotonous and generated keys, as in `check --deploy`.
    if base.check_secret_key(None) or key.startswith(_OF_DEBUGGING) or "change" in key.lower():
        yield (
            "HERDBOOK_SECRET_KEY is a sample, or too short: whoever guesses it forges sessions of"
            " administrators. Set 50 or more random characters, such as those of"
            " python3 -c 'import secrets; print(secrets.token_urlsafe(48))'."
        )
