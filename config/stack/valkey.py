"""The embedded Valkey: broker in database 0, cache in database 1.

Its file keeps queued messages over a crash. Nothing depends on that: a lost message costs one
sweep. `noeviction`, because a broker must not forget messages to make room for a cache. It starts
in its folder, so that the configuration need not quote the path.
"""

import redis

from config.stack import binaries, credentials, ports
from config.stack.account import Account
from config.stack.service import Service
from config.stack.state import State

_CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir .
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
set-proc-title no
"""


def url(password: str, port: int, *, database: int) -> str:
    return f"redis://:{password}@127.0.0.1:{port}/{database}"


class Valkey:
    """The broker of one state folder."""

    def __init__(self, state: State, account: Account) -> None:
        self._password = credentials.of(state).broker
        self._account = account
        self._state = state
        self._program = binaries.valkey(state.programs, account)
        self.port = ports.kept(state, "broker")
        self.version = self._program.version

    def service(self) -> Service:
        """Write the configuration, whose file keeps the password off the command line."""
        folder = self._state.folder / "valkey"
        if not folder.exists():
            folder.mkdir(mode=0o700)
            self._account.take(folder)
        configuration = folder / "valkey.conf"
        configuration.unlink(missing_ok=True)
        configuration.touch(mode=0o600)
        configuration.write_text(_CONFIGURATION.format(port=self.port, password=self._password))
        self._account.take(configuration)
        return Service(
            name="broker",
            command=[str(self._program.path), str(configuration)],
            environment={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
            folder=folder,
            log=self._state.log("broker"),
            is_ready=self._is_ready,
            stage=1,
            account=self._account,
            port=self.port,
        )

    def _is_ready(self) -> bool:
        client = redis.Redis(
            host="127.0.0.1",
            port=self.port,
            password=self._password,
            socket_timeout=0.4,
            socket_connect_timeout=0.4,
        )
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()
