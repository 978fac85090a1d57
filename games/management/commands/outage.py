"""`manage.py outage`: records that the server was away, and moves the deadlines that fell into it."""

from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseError

from games.management.progress import bar
from games.management.walking import BAD_CALL
from games.services import outages
from games.services.errors import BadRequestValueError

HELP = """\
Records an outage and moves every deadline that fell into it by its length and a grace period. No
clock is charged for it. Players are told as of any deadline that moves.

Run it before the workers start again: what they find overdue expires within seconds, and stays so.
"""
EPILOG = """\
Each deadline moves once. The same command again, also after it was interrupted, goes on with what
is left. It needs no more rights than the application has.

exit codes:
  0  all deadlines that fell into it have been moved, or would be
  2  the call is wrong, the outage touches another one, or the database cannot be used

examples:
  manage.py outage 2026-11-30T02:10:00Z 2026-11-30T05:45:00Z --dry-run
  manage.py outage 2026-11-30T02:10:00Z 2026-11-30T05:45:00Z
"""


def _time(text: str) -> datetime:
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no time like 2026-11-30T02:10:00Z") from None
    if read.tzinfo is None:
        raise ArgumentTypeError(f"{text!r} lacks its time zone: write Z, or +01:00")
    try:
        return read.astimezone(UTC).replace(microsecond=read.microsecond // 1000 * 1000)
    except OverflowError:
        raise ArgumentTypeError(f"{text!r} lies outside of all time") from None


def _minutes(text: str) -> timedelta:
    try:
        minutes = int(text)
    except ValueError:
        minutes = 0
    if not 1 <= minutes <= 7 * 24 * 60:
        raise ArgumentTypeError("the grace period is from 1 to 10080 minutes")
    return timedelta(minutes=minutes)


class Command(BaseCommand):
    help = HELP
    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(
            prog_name,
            subcommand,
            epilog=EPILOG,
            **kwargs,
            formatter_class=RawDescriptionHelpFormatter,
        )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("began", type=_time, metavar="START", help="when it began, RFC 3339")
        parser.add_argument("ended", type=_time, metavar="END", help="when it was over")
        parser.add_argument(
            "--grace",
            type=_minutes,
            metavar="MINUTES",
            default=settings.HERDBOOK_OUTAGE_GRACE,
            help="by how much more deadlines move (HERDBOOK_OUTAGE_GRACE_MINUTES)",
        )
        parser.add_argument("--dry-run", action="store_true", help="only count the games")

    def handle(
        self,
        *args: Any,
        began: datetime,
        ended: datetime,
        grace: timedelta,
        dry_run: bool,
        **options: Any,
    ) -> None:
        try:
            if dry_run:
                outages.check_outage(began, ended)
                hit = len(outages.games_hit(began, ended))
                self.stdout.write(f"deadlines would be moved in {hit:,} games")
                return
            self._record(began, ended, grace)
        except BadRequestValueError as refusal:
            raise CommandError(str(refusal), returncode=BAD_CALL) from None
        except DatabaseError as error:
            raise CommandError(
                f"The database cannot be used: {error}", returncode=BAD_CALL
            ) from None

    def _record(self, began: datetime, ended: datetime, grace: timedelta) -> None:
        outage = outages.record_outage(began, ended, grace=grace)
        if outage.grace != grace:
            self.stdout.write(f"recorded before, with a grace period of {outage.grace}")
        hit = outages.games_hit(began, ended)
        games = deadlines = 0
        with bar(len(hit), self.stdout.write) as shown:
            for moved in outages.move_deadlines(outage, hit):
                games += moved > 0
                deadlines += moved
                shown.advance()
        self.stdout.write(f"{deadlines:,} deadlines moved in {games:,} games")
