"""The database backend named in the settings."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that knows without a round trip whether its server has gone.

    A server that ends closes the connection, which makes it readable; nothing else does between
    two statements, for we listen to no notifications. Django's own check, a `SELECT 1` in each
    request, would be a third round trip in the path of every move.
    """

    def is_usable(self) -> bool:
        """Answer whether the connection is open, by looking at its socket."""
        if self.connection is None or self.connection.closed:
            return False
        watched = select.poll()
        watched.register(self.connection.fileno(), select.POLLIN)
        return not watched.poll(0)

    def init_connection_state(self) -> None:
        """Set, beside what Django sets, how long a statement may wait for a lock.

        By a statement of its own: as an option of the start PgBouncer would refuse it.
        """
        super().init_connection_state()
        if (patience := self.settings_dict.get("LOCK_TIMEOUT")) is not None:
            self.connection.execute(f"SET lock_timeout = {int(patience)}")

    @property
    def queries_logged(self) -> bool:
        """Keep statements only where a test asks for them.

        With debugging on Django would keep thousands, with the values in them.
        """
        return bool(self.force_debug_cursor)
