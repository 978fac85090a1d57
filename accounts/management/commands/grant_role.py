"""`manage.py grant_role`: make somebody one of the staff, or a player again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clock
from accounts.errors import UnknownPlayerError
from accounts.moderation.actors import COMMAND_LINE
from accounts.moderation.errors import StaffRefusalError
from accounts.moderation.granting import grant_role
from accounts.moderation.roles import STAFF_ROLES, Role
from accounts.selectors import find_player


class Command(BaseCommand):
    help = "Give an account a role of the staff, or take it away. The audit log has a row of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="of the account")
        parser.add_argument("role", choices=[*map(str, STAFF_ROLES), str(Role.PLAYER)])
        parser.add_argument("--reason", required=True, help="for the audit log")

    def handle(self, *args: Any, name: str, role: str, reason: str, **options: Any) -> None:
        try:
            account = find_player(name)
            grant_role(
                actor=COMMAND_LINE,
                account=account.id,
                role=Role(role),
                reason=reason,
                now=clock.now(),
            )
        except (UnknownPlayerError, StaffRefusalError) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{account.name} is {role}.")
