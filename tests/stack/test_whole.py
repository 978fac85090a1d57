"""The whole stack, web, worker and beat included."""

import re
import signal
from pathlib import Path

import pytest

from config.stack import credentials, ports
from tests.stack.stacks import Stack, is_alive


@pytest.mark.parametrize("service", ["web", "worker", "hooks", "beat"])
def test_our_processes_never_learn_the_owners_password(live_stack: Stack, service: str) -> None:
    secrets = credentials.of(live_stack.state)

    variables = Path(f"/proc/{live_stack.pid(service)}/environ").read_text()

    assert f"herdbook_app:{secrets.app}@" in variables
    assert secrets.owner not in variables
    assert secrets.superuser not in variables


def test_no_secret_is_on_a_command_line_or_in_a_log(live_stack: Stack) -> None:
    secrets = vars(credentials.of(live_stack.state)).values()

    seen = [
        *(Path(f"/proc/{pid}/cmdline").read_text() for pid in live_stack.pids()),
        *(log.read_text() for log in live_stack.state.logs.iterdir()),
    ]

    assert not [text for text in seen for secret in secrets if secret in text]


def test_it_comes_up_makes_an_admin_once_and_goes_down_at_once(stack: Stack) -> None:
    stack.environment["HERDBOOK_PORT"] = "0"
    stack.start_and_wait("run")
    pids = stack.pids()
    environments = [Path(f"/proc/{pid}/environ").read_text() for pid in pids]
    # Links in mails begin with it.
    known = {port for one in environments for port in re.findall(r"HERDBOOK_PORT=(\d*)", one)}

    code, output, seconds = stack.signal(signal.SIGINT)

    assert known == {str(ports.recorded(stack.state)["web"])}

    # Three seconds on an idle machine, nearly all of it Celery's; tests may share a busy one.
    assert (len(pids), code, seconds < 10) == (6, 0, True), output
    assert "sign in as" in output
    assert not [pid for pid in pids if is_alive(pid)]
