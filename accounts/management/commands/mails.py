"""`manage.py mails`: whether mails get through, for people and for monitoring."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from accounts.mails.rates import Backlog, backlog, delivery_rate
from accounts.rates import LEAST, WINDOW, Rate

_MINUTES = int(WINDOW.total_seconds() // 60)


class Command(BaseCommand):
    help = (
        f"Shows how many mails of the last {_MINUTES} minutes got through, and what waits. Exit code"
        f" 1 if fewer than {LEAST:.0%} did, or if mails wait and nobody sends them."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, for programs")
        parser.add_argument(
            "--test", metavar="ADDRESS", help="send one mail to see whether it comes"
        )

    def handle(self, *args: Any, json: bool, test: str | None, **options: Any) -> None:
        if test is not None:
            self._send(test)
            return
        try:
            rate, waits = delivery_rate(), backlog()
        except Error as error:
            raise CommandError(f"The database does not answer: {error}") from error
        if json:
            self._print_json(rate, waits)
        else:
            self._print(rate, waits)
        if rate.is_alarming or waits.is_stuck:
            sys.exit(1)

    def _send(self, address: str) -> None:
        try:
            EmailMessage("A test of Herdbook", "Mails of this server arrive.", to=[address]).send()
        except OSError as error:  # all of smtplib's too
            raise CommandError(f"The mail server does not take it: {error}") from error
        self.stdout.write("The mail server took it.")

    def _print(self, rate: Rate, waits: Backlog) -> None:
        rows = (
            ("channel", "state", "tried", "delivered", "rate", "waiting", "seconds"),
            (
                rate.channel,
                _state(rate, waits),
                str(rate.tried),
                str(rate.delivered),
                f"{rate.share:.1%}",
                str(waits.waiting),
                f"{waits.seconds:.1f}",
            ),
        )
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = zip(row, widths, strict=True)
            self.stdout.write("  ".join(cell.ljust(width) for cell, width in cells).rstrip())

    def _print_json(self, rate: Rate, waits: Backlog) -> None:
        shown = {
            "state": _state(rate, waits),
            "minutes": _MINUTES,
            **asdict(rate),
            "rate": round(rate.share, 4),
            **asdict(waits),
        }
        self.stdout.write(json.dumps(shown, indent=2))


def _state(rate: Rate, waits: Backlog) -> str:
    if waits.is_stuck:
        return "stuck"
    return "failing" if rate.is_alarming else "ok"
