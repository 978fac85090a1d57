"""What a process for the public looks at before it starts, and refuses to start without."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

_FACTS = """
SELECT current_setting('fsync'), current_setting('synchronous_commit'),
       has_table_privilege(current_user, 'public.event', 'INSERT, UPDATE, DELETE, TRUNCATE'),
       (SELECT prosrc FROM pg_proc WHERE oid = 'herdbook.clock()'::regprocedure)
"""
CLOCK = "SELECT clock_timestamp()"
"""The body of `herdbook.clock()`; tests replace it, a server for the public may not."""


def refuse_unsafe() -> None:
    """Raise `ImproperlyConfigured` if an acknowledged move could be lost or history rewritten.

    With debugging on nothing is checked.
    """
    if not settings.PRODUCTION:
        return
    with connection.cursor() as cursor:
        cursor.execute(_FACTS)
        fsync, synchronous_commit, may_write, clock = cursor.fetchone()
    connection.close()
    if fsync != "on" or synchronous_commit not in {"on", "remote_apply"}:
        raise ImproperlyConfigured(
            "PostgreSQL must run with fsync=on and synchronous_commit=on:"
            " an acknowledged move has to be on disk."
        )
    if may_write:
        raise ImproperlyConfigured(
            f"{connection.settings_dict['USER']} may write history. Give DATABASE_URL the"
            " application's role; the owner's belongs into HERDBOOK_OWNER_DATABASE_URL, for"
            " migrations only."
        )
    if clock.strip() != CLOCK:
        raise ImproperlyConfigured(
            "herdbook.clock() is not ours. Run `manage.py migrate` on a database of its own."
        )
