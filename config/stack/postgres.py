"""The embedded PostgreSQL: makes the cluster, the two roles and the database, and runs it.

It listens on 127.0.0.1 only and has no Unix socket: paths of sockets are short, folders are not,
and an address with a port is what a server elsewhere would be, too.
"""

import shutil
import signal
import subprocess
from pathlib import Path

import psycopg
from psycopg import sql

from config import env
from config.stack import binaries, credentials, ports
from config.stack.account import Account
from config.stack.console import StackError
from config.stack.service import Service
from config.stack.state import State

DATABASE, OWNER, APP = "herdbook", "herdbook_owner", "herdbook_app"
_SUPERUSER = "postgres"
# Nothing of the person's own environment (PGDATA, LANG, passwords) may reach the server.
_ENVIRONMENT = {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}


def url(role: str, password: str, port: int) -> str:
    return f"postgresql://{role}:{password}@127.0.0.1:{port}/{DATABASE}"


class Postgres:
    """The cluster of one state folder."""

    def __init__(self, state: State, account: Account) -> None:
        self._credentials = credentials.of(state)
        self._account = account
        self._state = state
        self._program = binaries.postgres(state.programs, account)
        self._folder = _matching_folder(state.folder, self._program)
        self.port = ports.kept(state, "postgres")
        self.version = self._program.version
        # Off for tests: they make many clusters, and nothing of theirs has to survive a power cut.
        # A killed server loses nothing either way.
        self._fsync = env.flag("HERDBOOK_FSYNC", default=True)

    def service(self) -> Service:
        """Make the cluster if there is none, and describe the server."""
        if not self._folder.exists():
            self._make_cluster()
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "on" if self._fsync else "off",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Service(
            name="postgres",
            command=[str(self._program.path), "-D", str(self._folder), *options],
            environment=_ENVIRONMENT,
            folder=Path("/"),
            log=self._state.log("postgres"),
            is_ready=self._is_ready,
            stage=0,
            stop_signal=signal.SIGINT,  # SIGTERM would wait for clients for ever
            grace=30,
            account=self._account,
            port=self.port,
        )

    def make_roles(self) -> None:
        """Make what is missing of the roles and the database; the server must be up."""
        with self._connect() as connection:
            for role, password, right in (
                (OWNER, self._credentials.owner, "CREATEDB"),  # for the databases of tests
                (APP, self._credentials.app, "NOCREATEDB"),
            ):
                found = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
                if not found.fetchone():
                    # Hashed here: the server's log shows the text of a statement that fails.
                    verifier = connection.pgconn.encrypt_password(
                        password.encode(), role.encode(), b"scram-sha-256"
                    )
                    connection.execute(
                        sql.SQL("CREATE ROLE {} LOGIN {} PASSWORD {}").format(
                            sql.Identifier(role), sql.SQL(right), sql.Literal(verifier.decode())
                        )
                    )
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
            if not found.fetchone():
                connection.execute(
                    sql.SQL("CREATE DATABASE {} OWNER {}").format(
                        sql.Identifier(DATABASE), sql.Identifier(OWNER)
                    )
                )

    def _make_cluster(self) -> None:
        # Under another name until it is whole, so that an interrupted start leaves no half of one.
        half = self._folder.with_name(self._folder.name + ".half")
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(mode=0o700)
        self._account.take(half)
        password = self._state.folder / "initdb-password"
        password.unlink(missing_ok=True)
        password.touch(mode=0o600)
        self._account.take(password)
        try:
            password.write_text(self._credentials.superuser + "\n")
            made = subprocess.run(
                [
                    self._program.folder / "initdb",
                    *("-D", half, "--username", _SUPERUSER, "--pwfile", password),
                    *("--auth=scram-sha-256", "--encoding=UTF8", *self._locale()),
                    *([] if self._fsync else ["--no-sync"]),
                ],
                check=False,
                capture_output=True,
                text=True,
                cwd="/",
                env=_ENVIRONMENT,
                start_new_session=True,  # a Ctrl-C is for us to see, when it is done
                **self._account.identity(),
            )
        finally:
            password.unlink()
        if made.returncode:
            raise StackError(f"initdb failed: {made.stderr.strip() or made.stdout.strip()}")
        half.replace(self._folder)

    def _locale(self) -> list[str]:
        """Sort by code points everywhere; from 17 on the server brings that order itself."""
        if self._program.major >= 17:  # noqa: PLR2004 -- a version of PostgreSQL
            return ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        return ["--locale=C.UTF-8"]

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user=_SUPERUSER,
            password=self._credentials.superuser,
            dbname="postgres",
            connect_timeout=2,
            autocommit=True,
        )

    def _is_ready(self) -> bool:
        try:
            self._connect().close()
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise StackError(
                    f"The password in {self._state.folder / 'secrets.json'} does not fit the "
                    f"cluster {self._folder}: bring back the file it was made with."
                ) from error
            return False
        return True


def _matching_folder(state: Path, program: binaries.Program) -> Path:
    """Return the cluster's folder; raise `StackError` if another major version wrote the data."""
    folder = state / f"pg{program.major}"
    others = [path for path in state.glob("pg[0-9]*") if path.suffix != ".half"]
    if others and folder not in others:
        other = max(others)
        raise StackError(
            f"The data in {other} were written by PostgreSQL {other.name.removeprefix('pg')}; this "
            f"is {program.version}. Dump and restore: name the old server's folder in PG_BINDIR, "
            "start, dump with its pg_dump; then move that data folder away, start without "
            "PG_BINDIR and restore the dump with psql."
        )
    return folder
