"""`manage.py verify`: whether every log is whole and all that is derived from it agrees."""

import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError, CommandParser

from games.management.reporting import Report, counted
from games.management.walking import BAD_CALL, GamesCommand
from games.verifying.heads import BadHeadsError, KeptHeads, PublishedHead, read_heads
from games.verifying.verify import verify_game

HELP = """\
Verifies the logs of all games, or of those that are named.

Of each game the hash chain is computed anew, the log is folded by the rules under which the game
was begun, and what is stored beside it is compared: the state, the columns for lists, the open
decisions, what is kept of commands, and who holds which seat. Games in play are read as they are
at one moment, and go on meanwhile. Nothing is changed.
"""
EPILOG = """\
A chain that was written anew from end to end is whole. That it is another shows when its last
hash is compared with the one published before: keep the answers of GET /api/v1/log/heads on
another machine, and name these files with --heads.

exit codes:
  0  all is well
  1  something is wrong; each finding is a line
  2  the call is wrong, or the database cannot be read

examples:
  manage.py verify
  manage.py verify 0d5e8f3c-8f3b-4d0c-9f0a-3a3c5d6b7a81
  manage.py verify --heads 2026-11-29.json --json
"""


class Command(GamesCommand):
    help = HELP
    epilog = EPILOG
    lines = "the findings"

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--heads",
            action="append",
            default=[],
            type=Path,
            metavar="FILE",
            help="answers of GET /log/heads, kept since; can be given more than once",
        )

    def handle(
        self, *args: Any, games: list[UUID], heads: list[Path], json: bool, **options: Any
    ) -> None:
        kept = KeptHeads([head for file in heads for head in _read(file)])
        with self.walk(games) as (walked, shown):
            report, unfolded = Report(shown, as_json=json), 0
            for game in walked:
                verdict = verify_game(game, kept)
                report.add(verdict.version, verdict.findings)
                unfolded += verdict.is_unfolded
            if not games:
                report.tell(list(kept.left()))
        self.stdout.write(report.summary(_sentence(report, unfolded)))
        if report.findings:
            sys.exit(1)


def _sentence(report: Report, unfolded: int) -> str:
    told = "every log is whole, and all that is derived from it agrees"
    if report.findings:
        told = f"{counted(report.findings, 'finding')} in {counted(report.unsound, 'game')}"
    if unfolded:
        told += (
            f"; of {counted(unfolded, 'game')} that nobody has rules for, only the chain was read"
        )
    return told


def _read(file: Path) -> list[PublishedHead]:
    try:
        return read_heads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, BadHeadsError) as error:
        raise CommandError(f"{file} cannot be used: {error}", returncode=BAD_CALL) from None
