"""What the commands have in common that show whether messages of a channel get through."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, ClassVar, Generic, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from accounts.backlog import Backlog
from accounts.rates import LEAST, WINDOW, Channel, Rate

_MINUTES = int(WINDOW.total_seconds() // 60)
Waits = TypeVar("Waits", bound=Backlog)


def purpose(messages: str) -> str:
    """Return what a command is for that speaks of these."""
    return (
        f"Shows how many {messages} of the last {_MINUTES} minutes got through, and what waits."
        f" Exit code 1 if fewer than {LEAST:.0%} did, or if {messages} wait and nobody sends them."
    )


class ChannelCommand(BaseCommand, Generic[Waits]):
    """Shows the rate and the backlog of a channel, for people and for monitoring."""

    requires_system_checks = []
    channel: ClassVar[Channel]
    backlog: Callable[[], Waits]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, for programs")

    def handle(self, *args: Any, json: bool, **options: Any) -> None:
        try:
            rate, waits = self.channel.rate(), self.backlog()
        except Error as error:
            raise CommandError(f"The database does not answer: {error}") from error
        if json:
            self._print_json(rate, waits)
        else:
            self.print_table(rate, waits)
        if rate.is_alarming or waits.is_stuck:
            sys.exit(1)

    def print_table(self, rate: Rate, waits: Waits) -> None:
        """Print one row under a head."""
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

    def _print_json(self, rate: Rate, waits: Waits) -> None:
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
