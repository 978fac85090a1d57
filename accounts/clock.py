"""The one clock, the database's."""

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """Return the time by `herdbook.clock()`."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT herdbook.clock()")
        (moment,) = cursor.fetchone()
    assert isinstance(moment, datetime)
    return moment
