"""`manage.py doctor`: what is wrong, in plain words, and what to do about it."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.doctor.examining import examine
from config.doctor.findings import State


class Command(BaseCommand):
    help = (
        "Looks at everything this server needs and says what is wrong, and what to do about it."
        " Exit code 1 if something is wrong or could not be looked at."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, for programs")

    def handle(self, *args: Any, json: bool, **options: Any) -> None:
        found = list(examine())
        is_well = all(one.state in {State.OK, State.NOTE} for one in found)
        if json:
            self._print_json(is_well, [asdict(one) for one in found])
        else:
            width = max(len(one.check) for one in found)
            for one in found:
                self.stdout.write(f"{one.state:7}  {one.check:{width}}  {one.text}")
                if one.remedy:
                    self.stdout.write(f"{'':7}  {'':{width}}  {one.remedy}")
            self.stdout.write("All is well." if is_well else "Something is wrong.")
        if not is_well:
            sys.exit(1)

    def _print_json(self, is_well: bool, found: list[dict[str, Any]]) -> None:
        self.stdout.write(json.dumps({"well": is_well, "findings": found}, indent=2))
