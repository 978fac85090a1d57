"""`manage.py second_factor`: give somebody of the staff another second factor."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clock
from accounts.dashboard import factors
from accounts.errors import UnknownPlayerError
from accounts.moderation.errors import StaffRefusalError
from accounts.selectors import find_player


class Command(BaseCommand):
    help = (
        "Give an account of the staff another second factor, and print it once: the address that"
        " an authenticator reads, and recovery codes. The one before is good no longer."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="of the account")
        parser.add_argument("--reason", required=True, help="for the audit log")

    def handle(self, *args: Any, name: str, reason: str, **options: Any) -> None:
        try:
            account = find_player(name)
            made = factors.renew(account.id, reason=reason, now=clock.now())
        except (UnknownPlayerError, StaffRefusalError) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write("\n".join((made.url, *made.codes)))
