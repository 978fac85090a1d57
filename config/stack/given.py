"""A database of the person's own, whose address is in the environment."""

import psycopg

from config import env
from config.stack import wiring
from config.stack.console import StackError

_PATIENCE = 5
"""Seconds to wait for the server."""


def refuse_silent_database() -> None:
    """Raise `StackError` if a database is given that takes no connection of its owner's."""
    if not wiring.given_database():
        return
    owners = "HERDBOOK_OWNER_DATABASE_URL"
    name = owners if env.text(owners) else "DATABASE_URL"
    address = env.DatabaseUrl.parse(name, env.text(name))
    try:
        psycopg.connect(
            host=address.host,
            port=address.port or None,
            user=address.user,
            password=address.password,
            dbname=address.name,
            connect_timeout=_PATIENCE,
        ).close()
    except psycopg.Error as error:
        why = " ".join(str(error).split())
        raise StackError(
            f"The database of {name} cannot be used: {why} Start that server or change {name}; "
            "without one, a PostgreSQL is started here."
        ) from None
