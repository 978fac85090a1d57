"""`herdbook vacation`: how much there is of it, and taking it."""

import argparse
import json
from datetime import timedelta

from rich.console import Console

from herdbook.accounts import OwnVacation
from herdbook.client import Client
from herdbook.reading import as_json
from herdbook.terminal.commands.command import Command, ComplaintError, moment


def _arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--until", metavar="TIME", type=moment, help="go on vacation until then")
    what.add_argument("--end", action="store_true", help="end it, or call a planned one off")
    parser.add_argument(
        "--from", dest="start", metavar="TIME", type=moment, help="when it begins (default: now)"
    )


def _run(client: Client, arguments: argparse.Namespace, console: Console) -> None:
    if client.token is None:
        raise ComplaintError("Vacation is for who has an account: `herdbook login` first.")
    if arguments.start is not None and arguments.until is None:
        raise ComplaintError("--from needs --until: every vacation has an end.")
    if arguments.end:
        client.end_vacation()
    if arguments.until is not None:
        own = client.take_vacation(arguments.until, starts_at=arguments.start)
    else:
        own = client.vacation()
    if arguments.json:
        console.out(json.dumps(as_json(own)), highlight=False)
    else:
        console.print(_told(own), highlight=False, soft_wrap=True)


def _told(own: OwnVacation) -> str:
    left = timedelta(seconds=own.balance)
    rest = f"You have {left.days} days and {left.seconds // 3600} hours of vacation left."
    if own.vacation is None:
        return f"No vacation is planned. {rest}"
    start, end = own.vacation.starts_at.astimezone(), own.vacation.ends_at.astimezone()
    return f"Vacation from {start:%d %b %H:%M} to {end:%d %b %H:%M}. {rest}"


COMMAND = Command(
    name="vacation",
    help="see and take your vacation",
    description="Show how much vacation you have, take it, or end it. Meanwhile your clocks "
    "stand still in all games whose time control allows that; nothing begins it but you.",
    epilog="examples:\n"
    "  herdbook vacation                          how much is there?\n"
    "  herdbook vacation --until 2027-01-06       from now on, in your own time\n"
    "  herdbook vacation --from 2026-12-20 --until 2027-01-06\n"
    "  herdbook vacation --end",
    arguments=_arguments,
    run=_run,
)
