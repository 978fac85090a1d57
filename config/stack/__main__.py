"""The command line: `python -m config.stack run | servers | test | exec | status`."""

import argparse
import sys

from config.env import BadEnvironmentError
from config.stack.console import StackError, complain


def main() -> int:
    """Run one command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m config.stack", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="start everything and watch it until Ctrl-C")
    commands.add_parser("servers", help="start only PostgreSQL and Valkey")
    commands.add_parser("status", help="show what runs")
    tests = commands.add_parser("test", help="start the servers and run pytest")
    tests.add_argument("arguments", nargs="*", help="for pytest; begin with --")
    inside = commands.add_parser("exec", help="run a command in the running stack's environment")
    inside.add_argument("--owner", action="store_true", help="as the owner of the tables")
    inside.add_argument("arguments", nargs="+", help="the command; begin with --")
    chosen = parser.parse_args()
    try:
        return _do(chosen)
    except (StackError, BadEnvironmentError) as error:
        complain(f"herdbook: {error}")
        return 1


def _do(chosen: argparse.Namespace) -> int:
    # Imported late: `status` need not load what starts servers.
    if chosen.command == "run":
        from config.stack.run import run

        return run()
    if chosen.command == "servers":
        from config.stack.run import run_servers

        return run_servers()
    if chosen.command == "test":
        from config.stack.testing import test

        return test(chosen.arguments)
    if chosen.command == "exec":
        from config.stack.inside import execute

        return execute(chosen.arguments, as_owner=chosen.owner)
    from config.stack.status import status

    return status()


if __name__ == "__main__":
    sys.exit(main())
