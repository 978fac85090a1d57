"""`manage.py rebuild`: makes anew what is derived from the logs."""

import sys
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError, CommandParser

from games.management.reporting import Report
from games.management.walking import BAD_CALL, GamesCommand
from games.store import rebuilt
from games.verifying.rebuild import compare_game, rebuild_game

HELP = """\
Makes anew, from the logs of all games or of those that are named, what is derived from them: the
stored state, the columns for lists and the open decisions. What differed is told.

Play goes on meanwhile: one game at a time is locked, for as long as it takes to read what was
appended a moment ago. Decisions that are as the log says keep who works on them.
"""
EPILOG = """\
Connects as the owner of the tables, who alone may write; a dry run needs no more rights than the
application has. Logs are never changed. One that is not whole is left alone with all that belongs
to it: see manage.py verify.

exit codes:
  0  everything agrees with the logs now
  1  something does not: what a dry run found, or what belongs to a log that is not whole
  2  the call is wrong, or the database cannot be used

examples:
  manage.py rebuild --dry-run
  manage.py rebuild
"""


class Command(GamesCommand):
    help = HELP
    epilog = EPILOG
    lines = "what differed"

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--dry-run", action="store_true", help="only tell what differs")
        parser.add_argument(
            "--trust-log",
            action="store_true",
            help="also where a game's row names another last event than its log has; without this "
            "such a game is left alone, for the end of its log may have been cut off",
        )

    def handle(
        self,
        *args: Any,
        games: list[UUID],
        dry_run: bool,
        trust_log: bool,
        json: bool,
        **options: Any,
    ) -> None:
        treat = compare_game if dry_run else rebuild_game
        refused = 0
        with self.walk(games) as (walked, shown):
            if not dry_run and not rebuilt.may_write():
                raise CommandError(
                    "The application may not write what is derived. Give"
                    " HERDBOOK_OWNER_DATABASE_URL the owner of the tables, or ask for a --dry-run.",
                    returncode=BAD_CALL,
                )
            report = Report(shown, as_json=json)
            for game in walked:
                came = treat(game, trust_log=trust_log)
                refused += bool(came.refused)
                report.add(came.version, [*came.differences, *came.refused])
        self.stdout.write(report.summary(_sentence(report, refused, dry_run=dry_run)))
        if refused or (dry_run and report.findings):
            sys.exit(1)


def _sentence(report: Report, refused: int, *, dry_run: bool) -> str:
    if not report.findings:
        return "all that is derived agrees with the logs"
    differed = report.unsound - refused
    told = f"not as in the log: {differed:,}" if dry_run else f"made anew: {differed:,}"
    return told + (f", left alone because the log is not whole: {refused:,}" if refused else "")
