"""The embedded servers, real ones: what a person and a crash can do to them."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.stack import credentials, postgres
from config.stack.state import scratch_folder
from tests.stack.stacks import Stack, is_alive, until


@pytest.fixture(scope="module")
def servers() -> Iterator[Stack]:
    """Servers for tests that only look at them."""
    with scratch_folder() as folder:
        servers = Stack(folder).start_and_wait("servers")
        yield servers
        servers.end()


def test_the_second_start_finds_the_data_of_the_first(stack: Stack) -> None:
    stack.start_and_wait("servers")
    ports_of_the_first = (stack.state.folder / "ports.json").read_text()
    with stack.connect() as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    with stack.broker() as broker:
        broker.set("kept", "42")
    assert stack.signal(signal.SIGTERM)[0] == 0

    stack.start_and_wait("servers")

    with stack.connect() as connection:
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
    with stack.broker() as broker:
        assert broker.get("kept") == b"42"
    assert (stack.state.folder / "ports.json").read_text() == ports_of_the_first


def test_a_state_folder_may_have_any_name() -> None:
    with scratch_folder() as parent:
        parent.chmod(0o755)
        stack = Stack(parent / """Kühe "auf" d'Weid \\ %s {x} #1""").start_and_wait("servers")
        try:
            with stack.broker() as broker:
                assert broker.ping()
            with stack.connect() as connection:
                assert connection.execute("SELECT 42").fetchone() == (42,)
        finally:
            stack.end()
        assert (stack.state.folder / "valkey" / "appendonlydir").is_dir()


def test_what_is_killed_is_healed_with_its_data(stack: Stack) -> None:
    stack.start_and_wait("servers")
    with stack.connect() as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    with stack.broker() as broker:
        broker.set("kept", "42")
        broker.execute_command("WAITAOF", 1, 0, 2000)  # on disk, as after a second at most

    assert stack.kill_service("postgres") < 3
    assert stack.kill_service("broker") < 3

    with stack.connect() as connection:
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
    with stack.broker() as broker:
        assert broker.get("kept") == b"42"


def test_sigterm_brings_everything_down_in_three_seconds(stack: Stack) -> None:
    stack.start_and_wait("servers")
    pids = stack.pids()
    with stack.connect():  # a client that stays must not hold up PostgreSQL
        code, output, seconds = stack.signal(signal.SIGTERM)

    assert (code, seconds < 3) == (0, True), output
    assert not [pid for pid in pids if is_alive(pid)]


def test_a_living_supervisor_is_named_and_the_second_one_leaves(servers: Stack) -> None:
    pids = servers.pids()

    second = Stack(servers.state.folder).start("servers").running
    output = second.communicate(timeout=20)[0]

    assert second.returncode == 1
    assert f"process {servers.running.pid}" in output
    assert servers.pids() == pids
    assert all(is_alive(pid) for pid in pids)


def test_a_killed_supervisor_takes_its_servers_along(stack: Stack) -> None:
    stack.start_and_wait("servers")
    pids = stack.pids()
    with stack.connect() as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")

    stack.signal(signal.SIGKILL)
    until(lambda: not any(is_alive(pid) for pid in pids), "the servers to end", 5)

    stack.start_and_wait("servers")
    with stack.connect() as connection:
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)


def test_the_roles_are_what_the_design_says(servers: Stack) -> None:
    rights = (
        "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user"
    )
    owner_of_database = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'herdbook'"

    with servers.connect(postgres.OWNER) as owner, servers.connect(postgres.APP) as app:
        assert owner.execute(rights).fetchone() == (False, True, False)
        assert app.execute(rights).fetchone() == (False, False, False)
        assert owner.execute(owner_of_database).fetchone() == (postgres.OWNER,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("CREATE TABLE public.mine ()")
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(postgres.url(postgres.OWNER, "wrong", _port_of(servers)))


def test_no_secret_is_on_a_command_line_in_a_log_or_readable(servers: Stack) -> None:
    secrets = vars(credentials.of(servers.state)).values()

    seen = [
        *(Path(f"/proc/{pid}/cmdline").read_text() for pid in servers.pids()),
        *(log.read_text() for log in servers.state.logs.iterdir()),
        servers.state.processes.read_text(),
    ]

    assert not [text for text in seen for secret in secrets if secret in text]
    for path in servers.state.folder.rglob("*"):
        if path.is_file() and os.access(path, os.R_OK) and path.stat().st_mode & 0o044:
            assert not any(secret in path.read_text("latin-1") for secret in secrets), path


def _port_of(stack: Stack) -> int:
    snapshot = stack.state.snapshot()
    assert snapshot
    port = snapshot["services"]["postgres"]["port"]
    assert port
    return port
