"""The form of commands that walk over all games, or over those that are named."""

from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseError

from games.management.progress import Bar, bar
from games.store import stored

BAD_CALL = 2
"""The exit code of a call that cannot be carried out."""


class GamesCommand(BaseCommand):
    """Takes ids of games and `--json`; says in its help how it ends, and by example how to call it."""

    requires_system_checks = []
    epilog: ClassVar[str]
    """What stands below the options in the help."""
    lines: ClassVar[str]
    """What the lines of `--json` tell."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser, which leaves the lines of help and epilog as they are."""
        return super().create_parser(
            prog_name,
            subcommand,
            epilog=self.epilog,
            **kwargs,
            formatter_class=RawDescriptionHelpFormatter,
        )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what all of them take."""
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME", help="ids; default: all")
        parser.add_argument(
            "--json",
            action="store_true",
            help=f"print one JSON object a line: {self.lines}, and last a summary",
        )

    @contextmanager
    def walk(self, games: Sequence[UUID]) -> Iterator[tuple[Iterator[UUID], Bar]]:
        """Yield the games to walk over and the bar that counts them.

        What the database refuses ends the command with `BAD_CALL`.
        """
        try:
            with bar(len(games) or stored.count_games(), self.stdout.write) as shown:
                yield iter(games or stored.game_ids()), shown
        except DatabaseError as error:
            raise CommandError(
                f"The database cannot be used: {error}", returncode=BAD_CALL
            ) from None
