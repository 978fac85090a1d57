"""The supervisor's rules, tried on small shell programs."""

import os
import signal
import time
from pathlib import Path

import pytest

from config.stack import processes
from config.stack.service import BACK_OFF, Service
from tests.stack.stacks import Stack, is_alive, until

SHELLS = "tests.stack.shells"
LISTENS = "touch {name}.listens; while :; do sleep 0.05; done"
"""What stands behind a `trap`: a shell is started before it has come so far."""


def _of_session(session: int | None) -> list[int]:
    assert session
    return [process.pid for process in processes.of_session(session)]


def _until_listening(stack: Stack, *names: str) -> None:
    files = [stack.state.folder / f"{name}.listens" for name in names]
    until(lambda: all(file.exists() for file in files), "the traps")


def test_the_last_started_is_stopped_first(stack: Stack) -> None:
    last_words = f"trap 'date +%s%N > {{name}}; exit' TERM; {LISTENS}"
    stack.start_and_wait(
        *(f"{name}={last_words.format(name=name)}" for name in ("one", "two", "three")),
        module=SHELLS,
    )
    _until_listening(stack, "one", "two", "three")

    assert stack.signal(signal.SIGTERM)[0] == 0

    ended = {name: int((stack.state.folder / name).read_text()) for name in ("one", "two", "three")}
    assert sorted(ended, key=ended.__getitem__) == ["three", "two", "one"]


def test_children_of_a_killed_service_are_ended_before_it_starts_again(stack: Stack) -> None:
    stack.start_and_wait("parent=sleep 60 & sleep 60 & wait", module=SHELLS)
    first = stack.pid("parent")
    until(lambda: len(_of_session(first)) == 3, "the children")
    children = _of_session(first)

    stack.kill_service("parent")

    assert not [pid for pid in children if is_alive(pid)]
    assert stack.pid("parent") != first


def test_what_ignores_its_signal_is_killed_after_its_grace(stack: Stack) -> None:
    deafness = LISTENS.format(name="deaf")
    stack.start_and_wait(f"deaf=trap '' TERM; {deafness}", module=SHELLS)
    _until_listening(stack, "deaf")
    deaf = stack.pid("deaf")

    code, output, seconds = stack.signal(signal.SIGTERM)

    assert (code, 1 <= seconds < 3) == (0, True), (seconds, output)
    assert _of_session(deaf) == []


@pytest.mark.slow  # the back-off alone takes 7.5 s
def test_what_ends_again_and_again_ends_the_stack_and_shows_its_log(stack: Stack) -> None:
    program = "echo started >> starts; echo 'no hay left' >&2; sleep 0.2; exit 3"

    process = stack.start("fine=sleep 60", f"broken={program}", module=SHELLS).running
    output = process.communicate(timeout=30)[0]

    assert process.returncode == 1
    assert "exit code 3" in output
    assert "no hay left" in output.rpartition("again and again")[2]
    starts = (stack.state.folder / "starts").read_text().count("started")
    assert starts == 1 + len(BACK_OFF)
    snapshot = stack.state.snapshot()
    assert snapshot
    assert snapshot["services"]["fine"]["pid"] is None


def test_a_service_is_started_again_five_times_later_and_later(tmp_path: Path) -> None:
    service = Service(
        name="one",
        command=[],
        environment={},
        folder=tmp_path,
        log=tmp_path / "log",
        is_ready=lambda: True,
        stage=0,
    )
    service.started_at = time.monotonic()
    due = [service.start_due_at for _ in range(5) if service.plan_restart()]

    assert len(due) == 5
    assert due == sorted(due)
    assert not service.plan_restart()
    service.started_at -= 120  # but a long life makes up for an early death
    assert service.plan_restart()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_end_it_in_order(stack: Stack, number: signal.Signals) -> None:
    stack.start_and_wait("one=sleep 60", "two=sleep 60", module=SHELLS)
    pids = stack.pids()

    code, output, seconds = stack.signal(number)

    assert (code, seconds < 3) == (0, True), output
    assert not [pid for pid in pids if is_alive(pid)]


def test_leftovers_of_a_killed_supervisor_are_ended_by_the_next_start(stack: Stack) -> None:
    # The child hears neither of the supervisor's death nor of its parent's.
    child = f"sh -c ': {stack.state.folder}/; sleep 60; :'"
    stack.start_and_wait(f"parent={child} & wait", module=SHELLS)
    parent = stack.pid("parent")
    until(lambda: len(_of_session(parent)) == 3, "the child")
    stack.signal(signal.SIGKILL)
    until(lambda: len(_of_session(parent)) == 2, "the parent to end")

    stack.start_and_wait("parent=sleep 60", module=SHELLS)

    assert _of_session(parent) == []


def test_a_process_that_got_the_number_of_one_of_ours_is_left_alone(stack: Stack) -> None:
    stack.start_and_wait("one=sleep 60", module=SHELLS)
    stack.signal(signal.SIGTERM)
    stranger = os.posix_spawn("/bin/sleep", ["sleep", "60"], {}, setsid=True)
    try:
        text = stack.state.processes.read_text()
        stack.state.processes.write_text(text.replace('"pid": null', f'"pid": {stranger}'))

        stack.start_and_wait("one=sleep 60", module=SHELLS)

        assert is_alive(stranger)
    finally:
        os.kill(stranger, signal.SIGKILL)
        os.waitpid(stranger, 0)
