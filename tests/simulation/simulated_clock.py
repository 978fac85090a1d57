"""The database's clock, set to any time by its owner: it stands still until it is set again.

For a database of the simulation's own. Every connection of every process sees the same time.
"""

from datetime import UTC, datetime, timedelta

from django.db import connection

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# A sequence, because its value is nobody's transaction: setting it costs next to nothing.
_INSTALL = """
CREATE SEQUENCE herdbook.simulated_time;
CREATE OR REPLACE FUNCTION herdbook.clock() RETURNS timestamptz
LANGUAGE sql VOLATILE
AS $$
  SELECT 'epoch'::timestamptz + last_value * interval '1 microsecond' FROM herdbook.simulated_time
$$
"""


class SimulatedClock:
    """`herdbook.clock()`, which never goes back."""

    def __init__(self, start: datetime) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_INSTALL)
        self.now = start
        self.set(start)

    def set(self, at: datetime) -> None:
        """Let it be `at`, for every connection."""
        assert at >= self.now, "time went back"
        self.now = at
        with connection.cursor() as cursor:
            number = (at - _EPOCH) // timedelta(microseconds=1)
            cursor.execute("SELECT setval('herdbook.simulated_time', %s)", [number])
