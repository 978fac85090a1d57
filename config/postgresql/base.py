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

    @property
    def queries_logged(self) -> bool:
        """Keep statements only where a test asks for them.

        With debugging on Django would keep thousands, with the values in them.
        """
        return bool(self.force_debug_cursor)
