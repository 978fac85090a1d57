"""`manage.py mute`: a chat mute, for whoever has no dashboard at hand."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clock
from accounts.errors import UnknownPlayerError
from accounts.moderation import sanctions
from accounts.moderation.actors import COMMAND_LINE
from accounts.moderation.breaches import Breach
from accounts.moderation.models import Sanction
from accounts.selectors import find_player


class Command(BaseCommand):
    help = "Let an account write no messages in any chat, for so many hours or until taken back."

    def add_arguments(self, parser: CommandParser) -> None:
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
            _end(account.id)
            self.stdout.write(f"{account.name} may write.")
            return
        now, hours = clock.now(), options["hours"]
        if hours is not None and not 1 <= hours <= 100_000:  # noqa: PLR2004 - eleven years
            raise CommandError("--hours is 1 to 100000.")
        until = None if hours is None else now + timedelta(hours=hours)
        sanctions.impose(
            actor=COMMAND_LINE,
            account=account.id,
            kind=Sanction.Kind.CHAT_MUTE,
            reason=Breach.CHAT_ABUSE,
            public_text="You may write no messages.",
            ends_at=until,
            now=now,
        )
        self.stdout.write(
            f"{account.name} is muted {'for good' if until is None else 'until ' + until.isoformat(timespec='minutes')}."
        )


def _end(account: UUID) -> None:
    """Lift every chat mute of an account."""
    mutes = Sanction.objects.filter(account=account, kind=Sanction.Kind.CHAT_MUTE, lifted_at=None)
    for id_ in mutes.values_list("id", flat=True):
        sanctions.lift(
            actor=COMMAND_LINE, sanction=id_, why="You may write again.", now=clock.now()
        )
