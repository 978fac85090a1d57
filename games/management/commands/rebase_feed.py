"""`manage.py rebase-feed`: a step of every restore into another cluster of PostgreSQL."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, ProgrammingError

from games.store import epochs


class Command(BaseCommand):
    help = (
        "Lets a log that was restored into another cluster of PostgreSQL, or taken through a major"
        " upgrade, be written again. Until then moves are refused with 503. Consumers of the feed"
        " go on after the last event they handled. Connects as the owner of the tables; may be"
        " run at any time and any number of times, for where nothing has to be done it does"
        " nothing."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--always",
            action="store_true",
            help="also in the cluster that it was: after a restore to an earlier moment, so that"
            " who remembers a place in the feed that came later misses nothing",
        )

    def handle(self, *args: Any, always: bool, **options: Any) -> None:
        try:
            begun = epochs.rebase(always=always)
        except ProgrammingError as error:
            raise CommandError(
                f"{error}Give HERDBOOK_OWNER_DATABASE_URL the owner of the tables, and run"
                " `manage.py migrate` first where there are none."
            ) from error
        except Error as error:
            raise CommandError(f"The database does not answer: {error}") from error
        if begun is None:
            epoch = epochs.present()
            self.stdout.write(f"Nothing to do: epoch {epoch.number} was begun in this cluster.")
        else:
            self.stdout.write(
                f"Epoch {begun.number} has begun; moves are accepted. Consumers go on after the last"
                " event they handled."
            )
