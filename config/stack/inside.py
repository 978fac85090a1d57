"""`exec`: a command with the environment of the running stack.

One more worker, a shell, a management command: the passwords are in the state folder, and nobody
has to copy them.
"""

import os
import shutil
from collections.abc import Sequence
from urllib.parse import urlsplit

from config.stack import wiring
from config.stack.console import StackError
from config.stack.state import ELSEWHERE, State, default_folder


def execute(command: Sequence[str], *, as_owner: bool) -> int:
    """Become the command; it never returns."""
    state = State(default_folder())
    if not state.is_held():
        raise StackError(f"Nothing runs in {state.folder}; start it with make run. {ELSEWHERE}")
    wires = wiring.of(state)
    environment = wires.for_owner("exec") if as_owner else wires.for_app("exec")
    snapshot = state.snapshot()
    if snapshot is not None and snapshot["url"]:
        environment["HERDBOOK_URL"] = snapshot["url"]  # where `herdbook` looks for the server
        environment["HERDBOOK_PORT"] = str(urlsplit(snapshot["url"]).port)
    program = shutil.which(command[0])
    if program is None:
        raise StackError(f"There is no program named {command[0]}.")
    os.execve(program, list(command), environment)  # noqa: S606 -- no shell wanted
