"""`manage.py demo`: people, games and cases to look at."""

import json
import logging
from argparse import ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from accounts.moderation.roles import Role
from config import env
from config.demo.evenings import DAYS
from config.demo.people import Person
from config.demo.refusing import NoPlaceForADemoError, must_be_fit
from config.demo.seeding import Demo
from games.management.progress import bar

_MOST = 365


class Command(BaseCommand):
    help = (
        "Fills a server with a club of made-up people, to look at and to try things on: staff of"
        " every role, players and bots, games of every ruleset in every state, chat, reports, cases,"
        " sanctions, appeals and orders. Everything happens by the rules, as if they had done it."
        " At the end it prints who can log in where; passwords and second factors are shown then,"
        " and never again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seed",
            type=int,
            default=1,
            help="who plays what, and how often; cards are always dealt anew (default: 1)",
        )
        parser.add_argument(
            "--evenings",
            type=_evenings,
            default=DAYS,
            metavar="N",
            help=f"how many evenings they play, at least 1 (default: {DAYS}, about half a minute)",
        )
        parser.add_argument("--json", action="store_true", help="print JSON, for programs")
        parser.add_argument(
            "--anyway",
            action="store_true",
            help="also on a server that looks like one for the public",
        )

    def handle(
        self, *args: Any, seed: int, evenings: int, json: bool, anyway: bool, **options: Any
    ) -> None:
        try:
            must_be_fit(is_meant=anyway)
        except NoPlaceForADemoError as refusal:
            raise CommandError(str(refusal)) from None
        # A line for each of two thousand moves is for those who operate a server.
        logging.getLogger("herdbook.commands").setLevel(logging.WARNING)
        demo = Demo(seed=seed, evenings=evenings)
        with bar(demo.steps, self.stdout.write) as shown:
            for _ in demo.make():
                shown.advance()
        if json:
            self.stdout.write(as_json(demo))
        else:
            _print(demo)


def _evenings(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) <= _MOST:
        return int(text)
    raise ArgumentTypeError(f"not a number from 1 to {_MOST}: {text}")


def as_json(demo: Demo) -> str:
    """Return what is shown once, for programs."""
    people = [
        {
            "name": one.name,
            "role": str(one.role),
            "password": one.password or None,
            "second_factor": one.factor or None,
            "recovery_code": one.recovery or None,
        }
        for one in demo.people.values()
    ]
    games = {name: str(game) for name, game in demo.games.items()}
    return json.dumps({"people": people, "games": games, "app": demo.app}, indent=2)


def _print(demo: Demo) -> None:
    console = Console(highlight=False)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in ("name", "role", "password", "logs in"):
        table.add_column(column, overflow="fold")
    for one in demo.people.values():
        table.add_row(one.name, str(one.role), one.password or "none", _where(one))
    console.print(table)
    console.print(
        "Second factors of the staff, to be read by an authenticator, and a recovery code:"
    )
    for one in demo.people.values():
        if one.factor:
            console.print(f"  {one.name}  {one.factor}  {one.recovery}", soft_wrap=True)
    address = env.text("HERDBOOK_URL") or settings.HERDBOOK_PUBLIC_URL
    console.print(
        f"The dashboard is at {address}/{settings.HERDBOOK_DASHBOARD_PATH}/. Players log in with"
        f" herdbook login --url {address}.",
        soft_wrap=True,
    )
    if not demo.fails_to_send:
        console.print(
            "No webhook fails, for none may lead to this machine: give the server, and this command,"
            " HERDBOOK_WEBHOOK_ALLOW=127.0.0.0/8 to have one.",
            soft_wrap=True,
        )


def _where(one: Person) -> str:
    if one.factor:
        return "the dashboard, and herdbook login"
    return "by a token" if one.role is Role.BOT else "herdbook login"
