"""The embedded servers that no address in the environment replaces."""

from config import env
from config.stack import wiring
from config.stack.account import Account
from config.stack.console import StackError, timed
from config.stack.postgres import Postgres
from config.stack.state import State
from config.stack.supervisor import Supervisor
from config.stack.valkey import Valkey

_SERVERS = ("postgres", "valkey")


class Embedded:
    """PostgreSQL, Valkey, both or none, with binaries and ports chosen and nothing started."""

    def __init__(self, state: State, account: Account) -> None:
        self._postgres = None if wiring.given_database() else Postgres(state, account)
        self._valkey = None if wiring.given_broker() else Valkey(state, account)

    def bring_up(self, supervisor: Supervisor) -> None:
        """Start them, and make the roles and the database."""
        if self._postgres:
            with timed(f"PostgreSQL {self._postgres.version}"):
                supervisor.bring_up(self._postgres.service())
                self._postgres.make_roles()
        if self._valkey:
            with timed(f"Valkey {self._valkey.version}"):
                supervisor.bring_up(self._valkey.service())


def refuse_unknown() -> None:
    """Raise `StackError` if a server is asked for by name that there is not."""
    for name in env.words("HERDBOOK_EMBEDDED"):
        if name not in _SERVERS:
            raise StackError(
                f"HERDBOOK_EMBEDDED names {name!r}, and there is no such embedded server. "
                f"It may name {' and '.join(_SERVERS)}."
            )


def refuse_in_production() -> None:
    """Raise `StackError` if DEBUG is off and a server would start without being asked for."""
    if env.flag("HERDBOOK_DEBUG", default=True):
        return
    named = env.words("HERDBOOK_EMBEDDED")
    for server, given, variables in (
        ("postgres", wiring.given_database(), "DATABASE_URL and HERDBOOK_OWNER_DATABASE_URL"),
        ("valkey", wiring.given_broker(), "CELERY_BROKER_URL and HERDBOOK_CACHE_URL"),
    ):
        if not given and server not in named:
            raise StackError(
                f"HERDBOOK_DEBUG is off, and the embedded {server} is for development. Set "
                f"{variables} to a server of yours, or ask for the embedded servers by name: "
                'HERDBOOK_EMBEDDED="postgres valkey".'
            )
