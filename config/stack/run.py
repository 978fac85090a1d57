"""`run`: everything, until somebody stops it. `servers`: only what other programs need.

Nothing is started before everything that can be refused has been: a taken port, a stack that is
already running, embedded servers in production.
"""

import sys
import time
from collections.abc import Callable

from config import env
from config.stack import account, leftovers, ours, wiring
from config.stack.console import StackError, complain, say, timed
from config.stack.embedded import Embedded, refuse_in_production, refuse_unknown
from config.stack.given import refuse_silent_database
from config.stack.state import CHECKOUT, State, default_folder
from config.stack.supervisor import Supervisor
from config.stack.wakeups import StopAskedError, Wakeups
from config.stack.wiring import Wiring

_SECOND_FACTOR = """make manage ARGS='second_factor admin --reason "first start"'"""
_MANAGE = [sys.executable, str(CHECKOUT / "manage.py")]


def run() -> int:
    """Start the whole stack and return the exit code when it is down again."""
    begin, wakeups = time.monotonic(), Wakeups()
    _refuse()
    state, servers = State(default_folder()), account.for_servers()
    state.prepare(servers)
    with state.held():
        leftovers.end(state)
        address = ours.Address.from_environment(state)
        address.refuse_if_taken()
        embedded = Embedded(state, servers)
        wires = wiring.of(state)
        supervisor = Supervisor(state, wakeups, command="run", url=address.url)
        say(f"Herdbook starts. State and logs: {state.folder}")

        def work() -> int:
            embedded.bring_up(supervisor)
            with timed("migrations"):
                _migrate(supervisor, wires)
            with timed("web, workers, beat"):
                supervisor.bring_up(
                    ours.web(state, wires, address),
                    ours.worker(state, wires),
                    ours.hooks(state, wires),
                    ours.beat(state, wires),
                )
            admin = _ensure_admin(supervisor, wires)
            supervisor.declare_complete()
            say(_welcome(address.url, admin, time.monotonic() - begin))
            supervisor.watch()
            return 0

        return supervised(supervisor, work)


def run_servers() -> int:
    """Start PostgreSQL and Valkey alone: `exec` then runs a web process in a debugger, say."""
    wakeups = Wakeups()
    _refuse()
    state, servers = State(default_folder()), account.for_servers()
    state.prepare(servers)
    with state.held():
        leftovers.end(state)
        embedded = Embedded(state, servers)
        supervisor = Supervisor(state, wakeups, command="servers", url=None)

        def work() -> int:
            embedded.bring_up(supervisor)
            supervisor.declare_complete()
            say("Up. Ctrl-C stops it.")
            supervisor.watch()
            return 0

        return supervised(supervisor, work)


def _refuse() -> None:
    """Raise `StackError` if the servers cannot be as the environment says."""
    refuse_unknown()
    refuse_in_production()
    refuse_silent_database()


def supervised(supervisor: Supervisor, work: Callable[[], int]) -> int:
    """Do the work, then bring everything down, whatever happened. Return the exit code."""
    try:
        return work()
    except StopAskedError:
        say("Stopping.")
        return 0
    except StackError as error:
        complain(f"herdbook: {error}")
        return 1
    finally:
        supervisor.bring_down()


def _migrate(supervisor: Supervisor, wires: Wiring) -> None:
    supervisor.run_once(
        "migrate", [*_MANAGE, "migrate", "--no-input"], wires.for_owner("migrate"), quiet=False
    )


def _ensure_admin(supervisor: Supervisor, wires: Wiring) -> list[str]:
    """Return name and password of the admin made just now, or nothing if there is one."""
    command = [*_MANAGE, "ensure_admin"]
    return supervisor.run_once("ensure_admin", command, wires.for_app("setup"), quiet=True).split()


def _welcome(url: str, admin: list[str], seconds: float) -> str:
    lines = [
        "",
        f"Up after {seconds:.1f} s. Ctrl-C stops it.",
        "",
        f"  API     {url}/api/v1",
        f"  Admin   {url}/{env.path('HERDBOOK_DASHBOARD_PATH', 'admin')}/",
    ]
    if admin:
        name, password = admin
        lines.append(f"          sign in as {name} with {password}  (this is shown once)")
        lines.append(
            "          and set up a second factor there; without an authenticator at hand:"
        )
        lines.append(f"          {_SECOND_FACTOR}")
    return "\n".join([*lines, ""])
