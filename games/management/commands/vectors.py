"""`manage.py vectors FILE...`: run worked examples of the rules."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import registry, vectors
from games.engine.errors import UnknownRulesetError


class Command(BaseCommand):
    help = "Runs vector files; the name of a file is the slug of its ruleset (mow.json)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--ruleset", help="the slug, where a file is named otherwise")

    def handle(self, *args: Any, files: list[Path], ruleset: str | None, **options: Any) -> None:
        if sum(self._run(file, ruleset or file.stem) for file in files):
            sys.exit(1)

    def _run(self, file: Path, slug: str) -> int:
        """Run one file, print what failed and return how many vectors did."""
        try:
            ruleset = registry.find_ruleset(slug)
            examples = vectors.parse_vectors(file.read_bytes())
        except (OSError, UnknownRulesetError, vectors.BadVectorsError) as error:
            raise CommandError(f"{file}: {error}") from error
        failures = vectors.run_vectors(ruleset, examples)
        for failure in failures:
            self.stdout.write(self.style.ERROR(f"{failure.id} failed ({failure.where})"))
            self.stdout.write(f"  expected {json.dumps(failure.expected)}")
            self.stdout.write(f"  came     {json.dumps(failure.came)}")
        held = len(examples) - len(failures)
        self.stdout.write(f"{file.name}: {held} of {len(examples)} vectors hold")
        return len(failures)
