"""`manage.py overdue`: what should have happened and has not, for people and for monitoring."""

import json
import sys
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from accounts.times import time_text
from games.store import decisions
from games.store.decisions import PAGE


class Command(BaseCommand):
    help = (
        "Lists the games in which a decision should have expired minutes ago, or should have been"
        " answered by the house, the longest overdue first. There are none while a worker runs."
        " Exit code 1 if there are any."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--minutes",
            type=float,
            default=5.0,
            help="how long a decision may be overdue (%(default)g)",
        )
        parser.add_argument(
            "--house-seconds",
            type=float,
            default=30.0,
            help="how long the house may owe an answer (%(default)g)",
        )
        parser.add_argument("--json", action="store_true", help="print JSON, for programs")

    def handle(
        self, *args: Any, minutes: float, house_seconds: float, json: bool, **options: Any
    ) -> None:
        try:
            found = decisions.overdue(
                timedelta(minutes=minutes), house_by=timedelta(seconds=house_seconds)
            )
        except Error as error:
            raise CommandError(f"The database does not answer: {error}") from error
        if json:
            self._print_json(found)
        else:
            for one in found:
                tried = f"  the house has tried {one.attempts} times" if one.house else ""
                self.stdout.write(
                    f"{one.game}  seat {one.seat}  {one.kind}  due {time_text(one.due_at)}{tried}"
                )
            more = " or more" if len(found) == PAGE else ""
            self.stdout.write(f"{len(found)}{more} decisions are overdue")
        if found:
            sys.exit(1)

    def _print_json(self, found: list[decisions.Overdue]) -> None:
        shown = [
            {
                "game": str(one.game),
                "seat": one.seat,
                "kind": one.kind,
                "due_at": time_text(one.due_at),
                "house": one.house,
                "attempts": one.attempts,
            }
            for one in found
        ]
        self.stdout.write(json.dumps({"overdue": shown, "complete": len(found) < PAGE}))
