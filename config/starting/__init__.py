"""What a process for the public looks at before it starts, and refuses to start without.

Web, worker and beat alike ask `refuse_unsafe`. All that is wrong is said at once, each with what to
do about it. With debugging on nothing is looked at.

    keys          the secret key
    durability    settings of PostgreSQL by which an acknowledged move could be lost
    role          what the role of DATABASE_URL may do beyond the application's rights

`games.store.installed` looks at the functions and triggers that make history what it is.
"""

from collections.abc import Iterator

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection

from config.starting import durability, keys, role
from games.store import installed


def refuse_unsafe() -> None:
    """Raise `ImproperlyConfigured` if a move could be lost, history rewritten or a session forged."""
    if not settings.PRODUCTION:
        return
    found = list(keys.faults())
    try:
        found += _faults_of_the_database()
    except DatabaseError as error:
        found.append(f"PostgreSQL could not be asked: {str(error).strip()}")
    finally:
        connection.close()
    if found:
        raise ImproperlyConfigured(
            "\n".join(["Herdbook does not start.", *map("* {}".format, found)])
        )


def _faults_of_the_database() -> Iterator[str]:
    with connection.cursor() as cursor:
        yield from durability.faults(cursor)
        yield from role.faults(cursor)
        yield from installed.faults(cursor)
