"""`manage.py mails`: whether mails get through, for people and for monitoring."""

from typing import Any

from django.core.mail import EmailMessage
from django.core.management.base import CommandError, CommandParser

from accounts.backlog import Backlog
from accounts.mails.backlog import backlog
from accounts.mails.rates import MAILS
from accounts.management.reporting import ChannelCommand, purpose


class Command(ChannelCommand[Backlog]):
    help = purpose("mails")
    channel = MAILS
    backlog = staticmethod(backlog)

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--test", metavar="ADDRESS", help="send one mail to see whether it comes"
        )

    def handle(self, *args: Any, json: bool, test: str | None = None, **options: Any) -> None:
        if test is not None:
            self._send(test)
        else:
            super().handle(*args, json=json, **options)

    def _send(self, address: str) -> None:
        try:
            EmailMessage("A test of Herdbook", "Mails of this server arrive.", to=[address]).send()
        except OSError as error:  # all of smtplib's too
            raise CommandError(f"The mail server does not take it: {error}") from error
        self.stdout.write("The mail server took it.")
