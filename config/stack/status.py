"""`status`: a table of what runs in the state folder."""

from rich.console import Console
from rich.table import Table

from config.stack.console import say
from config.stack.state import ELSEWHERE, State, default_folder


def status() -> int:
    """Print the table; exit code 1 means that nothing runs."""
    state = State(default_folder())
    snapshot = state.snapshot()
    if not snapshot or not state.is_held():
        say(f"Nothing runs in {state.folder}. {ELSEWHERE}")
        return 1
    table = Table(
        title=f"{snapshot['command']}, process {snapshot['supervisor']} {snapshot['url'] or ''}",
        title_justify="left",
    )
    for column in ("service", "pid", "state", "port", "restarts", "log"):
        table.add_column(column, overflow="fold")
    for name, service in snapshot["services"].items():
        condition = "ready" if service["ready"] else "starting" if service["pid"] else "down"
        table.add_row(
            name,
            str(service["pid"] or ""),
            condition,
            str(service["port"] or ""),
            str(service["restarts"]),
            service["log"],
        )
    Console().print(table)
    say(f"State and logs: {state.folder}")
    return 0
