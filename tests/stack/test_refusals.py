"""What is refused before anything is started."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config.stack import wiring
from config.stack.console import StackError
from config.stack.embedded import refuse_in_production
from config.stack.state import CHECKOUT, State
from tests.stack.stacks import STACK_VARIABLES, Stack, free_port

DATABASE, OWNER, BROKER = "postgresql://a:b@db/h", "postgresql://o:p@db/h", "redis://:c@mq/0"


@pytest.fixture(autouse=True)
def _nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*STACK_VARIABLES, "HERDBOOK_DEBUG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("variables", "refused"),
    [
        ({}, "postgres"),
        ({"DATABASE_URL": DATABASE}, "valkey"),
        ({"CELERY_BROKER_URL": BROKER}, "postgres"),
        ({"HERDBOOK_EMBEDDED": "valkey"}, "postgres"),
        ({"HERDBOOK_EMBEDDED": "postgres valkey"}, None),
        ({"HERDBOOK_EMBEDDED": "postgres", "CELERY_BROKER_URL": BROKER}, None),
        ({"DATABASE_URL": DATABASE, "CELERY_BROKER_URL": BROKER}, None),
    ],
)
def test_with_debug_off_an_embedded_server_must_be_asked_for_by_name(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], refused: str | None
) -> None:
    monkeypatch.setenv("HERDBOOK_DEBUG", "0")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    if refused is None:
        refuse_in_production()
    else:
        with pytest.raises(StackError, match=f"embedded {refused}.*HERDBOOK_EMBEDDED"):
            refuse_in_production()


def test_with_debug_on_or_unset_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_in_production()
    monkeypatch.setenv("HERDBOOK_DEBUG", "1")
    refuse_in_production()


@pytest.mark.parametrize("debug", ["0", "1"])
def test_an_embedded_server_that_there_is_not_is_refused(stack: Stack, debug: str) -> None:
    stack.environment |= {"HERDBOOK_EMBEDDED": "postgres mysql", "HERDBOOK_DEBUG": debug}
    process = stack.start("run").running
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 1
    assert "names 'mysql'" in output
    assert "Traceback" not in output


@pytest.mark.parametrize("command", ["run", "servers", "test"])
@pytest.mark.parametrize("variable", ["DATABASE_URL", "HERDBOOK_OWNER_DATABASE_URL"])
def test_a_database_that_does_not_answer_is_named_before_anything_is_started(
    stack: Stack, command: str, variable: str
) -> None:
    silent = f"postgresql://a:hush@127.0.0.1:{free_port()}/h"
    stack.environment |= {"DATABASE_URL": silent, variable: silent}
    process = stack.start(command).running
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 1
    assert f"The database of {variable} cannot be used: " in output
    assert "Connection refused" in output
    assert "Traceback" not in output
    assert "hush" not in output
    assert not stack.state.processes.exists()


def test_a_command_without_its_database_says_so_in_a_sentence(stack: Stack) -> None:
    silent = f"postgresql://a:hush@127.0.0.1:{free_port()}/h"
    variables = {**stack.environment, "DATABASE_URL": silent, "HERDBOOK_DEBUG": "1"}
    ended = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        cwd=CHECKOUT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("The database cannot be reached: ")
    assert "Traceback" not in ended.stderr
    assert "hush" not in ended.stderr


def test_given_servers_are_passed_on_and_the_owner_only_to_migrations(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", DATABASE)
    monkeypatch.setenv("HERDBOOK_OWNER_DATABASE_URL", OWNER)
    monkeypatch.setenv("CELERY_BROKER_URL", BROKER)
    wires = wiring.of(State(tmp_path))

    web, migrate = wires.for_app("web"), wires.for_owner("migrate")

    assert web["DATABASE_URL"] == DATABASE
    assert web["CELERY_BROKER_URL"] == BROKER
    assert web["HERDBOOK_CACHE_URL"] == ""
    assert web["HERDBOOK_DEBUG"] == "1"
    assert OWNER not in web.values()
    assert "HERDBOOK_CONNECT_AS" not in web
    assert migrate["HERDBOOK_OWNER_DATABASE_URL"] == OWNER
    assert migrate["HERDBOOK_CONNECT_AS"] == "owner"


def test_a_taken_web_port_is_named_before_anything_is_started(stack: Stack) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        stack.environment["HERDBOOK_PORT"] = str(port)
        process = stack.start("run").running
        output = process.communicate(timeout=20)[0]

    assert process.returncode == 1
    assert f"port {port}" in output
    assert "HERDBOOK_PORT" in output
    assert not stack.state.processes.exists()
    assert not list(stack.state.folder.glob("pg*"))
