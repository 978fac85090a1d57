"""Let an account write no messages for a time."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.errors import UnknownPlayerError
from accounts.selectors import find_player
from accounts.services import mutes


class Command(BaseCommand):
    help = "Let an account write no messages in any chat, for so many hours or until taken back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="of the account")
        how_long = parser.add_mutually_exclusive_group()
        how_long.add_argument("--hours", type=int, help="how long; else until --end")
        how_long.add_argument("--end", action="store_true", help="let it write again")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            account = find_player(options["name"])
        except UnknownPlayerError:
            raise CommandError(f"There is no account {options['name']!r}.") from None
        if options["end"]:
            mutes.unmute(muted=account, by=None)
            self.stdout.write(f"{account.name} may write.")
            return
        now, hours = timezone.now(), options["hours"]
        if hours is not None and not 1 <= hours <= 100_000:  # noqa: PLR2004 - eleven years
            raise CommandError("--hours is 1 to 100000.")
        until = None if hours is None else now + timedelta(hours=hours)
        mutes.mute(muted=account, by=None, now=now, until=until)
        self.stdout.write(
            f"{account.name} is muted {'for good' if until is None else 'until ' + until.isoformat(timespec='minutes')}."
        )
