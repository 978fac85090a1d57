"""`herdbook export`: all that the server keeps about an account, as a file."""

import argparse
import json
from pathlib import Path

from rich.console import Console

from herdbook.client import Client
from herdbook.terminal.commands.command import Command, ComplaintError


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="save it instead")


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError("Only an account has an export: `herdbook login --password` first.")
    text = json.dumps(client.export(), ensure_ascii=False, indent=2)
    if arguments.output is None:
        console.out(text, highlight=False)
        return
    arguments.output.touch(mode=0o600)
    arguments.output.write_text(f"{text}\n", encoding="utf-8")
    console.print(f"Saved as {arguments.output}", highlight=False, markup=False)


COMMAND = Command(
    name="export",
    help="save all that the server keeps about you",
    description="Fetch all that the server keeps about your account: profile, tokens without "
    "their secrets, games and seats, what you wrote, reports, sanctions. It takes a token of your "
    "own, from `herdbook login --password`, and not one of an app.",
    epilog="example:\n  herdbook export -o me.json",
    arguments=_arguments,
    run=_run,
)
