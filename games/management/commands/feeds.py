"""`manage.py feeds`: where the consumers of the feed stand, for people and for monitoring."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from games.services import feeds
from games.store import consumers, epochs, feed_lags
from games.store.epochs import Epoch
from games.store.feed_lags import COUNTED, MOST, Held, Lag

_HEAD = ("consumer", "state", "behind", "seconds", "handled", "last run", "at")


class Command(BaseCommand):
    help = (
        "Shows each consumer of the feed: how many events it has not handled, how many seconds the"
        " oldest of them has been waiting, and when a worker last looked after it. Exit code 1 if"
        " one fails, is too far behind or is run by no worker, or if the log came from another"
        " cluster and was not re-based."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, for programs")
        parser.add_argument(
            "--most",
            type=float,
            default=MOST,
            metavar="SECONDS",
            help="how old the oldest event that waits may be (%(default)g)",
        )
        parser.add_argument(
            "--reset",
            metavar="CONSUMER",
            help="delete all that this consumer wrote and let the workers begin anew with it",
        )

    def handle(
        self, *args: Any, json: bool, most: float, reset: str | None, **options: Any
    ) -> None:
        try:
            if reset is not None:
                self._reset(reset)
                return
            epoch, held = epochs.present(), feed_lags.held_back()
            consumers.begin(feeds.CONSUMERS)
            lags = feed_lags.feed_lags()
        except Error as error:
            raise CommandError(f"The database does not answer: {error}") from error
        if json:
            self._print_json(epoch, held, lags, most)
        else:
            self._print(epoch, held, lags, most)
        if not epoch.is_of_this_cluster or any(lag.state(most) != "ok" for lag in lags):
            sys.exit(1)

    def _reset(self, name: str) -> None:
        consumer = feeds.find_consumer(name)
        if consumer is None:
            known = ", ".join(one.name for one in feeds.CONSUMERS)
            raise CommandError(f"There is no consumer {name!r}. There are: {known}.")
        consumers.reset(consumer)
        self.stdout.write(f"{name} begins anew, with the first event.")

    def _print(self, epoch: Epoch, held: Held | None, lags: Sequence[Lag], most: float) -> None:
        rows = [_HEAD, *(_row(lag, most) for lag in lags)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
        for row in rows:
            cells = zip(row, widths, strict=True)
            self.stdout.write("  ".join(cell.ljust(width) for cell, width in cells).rstrip())
        for lag in lags:
            if lag.failures:
                self.stdout.write(
                    f"{lag.consumer} failed {lag.failures} times with {lag.error}; the log of the"
                    f" workers has more. It tries again at {lag.retry_at}."
                )
        if held is not None:
            who = f"process {held.pid} of PostgreSQL ({held.process})" if held.pid else "a process"
            self.stdout.write(
                f"Held back since {held.since} by an open transaction of {who}. Nothing is lost;"
                " it goes on when that ends."
            )
        if not epoch.is_of_this_cluster:
            self.stdout.write(
                "This log came from another cluster and cannot be written: run"
                " `manage.py rebase-feed` as the owner of the tables."
            )

    def _print_json(
        self, epoch: Epoch, held: Held | None, lags: Sequence[Lag], most: float
    ) -> None:
        shown = {
            "epoch": epoch.number,
            "rebased": epoch.is_of_this_cluster,
            "held_since": None if held is None else held.since.isoformat(),
            "held_by": None if held is None else held.pid,
            "consumers": [
                {
                    "consumer": lag.consumer,
                    "state": lag.state(most),
                    "behind": lag.behind,
                    "seconds": round(lag.seconds, 3),
                    "handled": lag.handled,
                    "ran_at": lag.ran_at and lag.ran_at.isoformat(),
                    "failures": lag.failures,
                    "error": lag.error,
                    "retry_at": lag.retry_at and lag.retry_at.isoformat(),
                    "transaction_id": lag.position.transaction_id,
                    "game": str(lag.position.game),
                    "version": lag.position.version,
                }
                for lag in lags
            ],
        }
        self.stdout.write(json.dumps(shown, indent=2))


def _row(lag: Lag, most: float) -> tuple[str, ...]:
    return (
        lag.consumer,
        lag.state(most),
        str(lag.behind) if lag.behind <= COUNTED else f"over {COUNTED}",
        f"{lag.seconds:.1f}",
        str(lag.handled),
        f"{lag.ran_at:%Y-%m-%d %H:%M:%S}" if lag.ran_at else "never",
        f"{lag.position.game} {lag.position.version}" if lag.handled else "the beginning",
    )
