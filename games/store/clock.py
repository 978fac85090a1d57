"""The one clock: the database's."""

from datetime import datetime

from django.db import connection

NOW = "date_trunc('milliseconds', herdbook.clock())"
"""The time of a command: whole milliseconds, so that what clients are shown is what is hashed."""


def now() -> datetime:
    """Return the time by `herdbook.clock()`, in whole milliseconds as the log has it."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {NOW}")
        (moment,) = cursor.fetchone()
    assert isinstance(moment, datetime)
    return moment
