"""What a person is told whose environment has a value that cannot be used."""

import socket

import pytest

from config import env
from config.env import BadEnvironmentError
from config.stack.console import StackError, tail
from config.stack.ours import Address
from config.stack.state import scratch_folder
from tests.stack.stacks import Stack


@pytest.mark.parametrize(
    "raw",
    [
        "herdbook",
        "mysql://u:hush@db/h",
        "postgresql://u:hush@db",
        "postgresql://u:hush@db:port/h",
        "postgresql://u:hush@[db/h",
    ],
)
def test_a_database_address_is_refused_by_name_and_not_shown(raw: str) -> None:
    with pytest.raises(BadEnvironmentError, match=r"^DATABASE_URL must look like") as refused:
        env.DatabaseUrl.parse("DATABASE_URL", raw)
    assert "hush" not in str(refused.value)


def test_a_broker_address_is_refused_by_name_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", "user:hush@mq")
    with pytest.raises(BadEnvironmentError, match=r"^CELERY_BROKER_URL must look") as refused:
        env.address("CELERY_BROKER_URL")
    assert "hush" not in str(refused.value)


def test_a_word_that_is_none_of_the_choices_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERDBOOK_LOG_LEVEL", "loud")
    with pytest.raises(BadEnvironmentError, match="HERDBOOK_LOG_LEVEL must be one of DEBUG, INFO"):
        env.one_of("HERDBOOK_LOG_LEVEL", ("DEBUG", "INFO"), "INFO")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgresql://u:hush@127.0.0.1:port/h"),
        ("HERDBOOK_CACHE_URL", "nowhere"),
        ("HERDBOOK_HOUSE_PACE_MS", "fast"),
        ("HERDBOOK_LOG_LEVEL", "loud"),
        ("HERDBOOK_PREPARE_THRESHOLD", "often"),
    ],
)
def test_a_start_ends_with_one_line_that_names_the_variable(
    stack: Stack, name: str, value: str
) -> None:
    stack.environment |= {name: value, "HERDBOOK_PORT": "0"}
    process = stack.start("run").running
    output = process.communicate(timeout=60)[0]

    assert process.returncode == 1
    assert f"{name} must" in output
    assert "Traceback" not in output
    assert "hush" not in output


def test_only_a_taken_port_is_said_to_be_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = Address("127.0.0.1", server.getsockname()[1])
        with pytest.raises(StackError, match="Another program has the port"):
            taken.refuse_if_taken()
    with pytest.raises(StackError, match="HERDBOOK_HOST") as refused:
        Address("192.0.2.1", 8000).refuse_if_taken()
    assert "Another program" not in str(refused.value)


def test_the_end_of_a_log_is_that_of_the_last_start() -> None:
    with scratch_folder() as folder:
        log = folder / "web.log"
        log.write_text("long ago\n")
        begin = log.stat().st_size
        with log.open("a") as more:
            more.write("just now\n")

        assert "just now" in tail(log, begin)
        assert "long ago" not in tail(log, begin)
