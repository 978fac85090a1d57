"""`manage.py replay-gate`: whether a release plays every stored game as it was played."""

import sys
from collections import Counter
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import CommandError

from games.management.progress import Bar
from games.management.walking import BAD_CALL, GamesCommand
from games.verifying.regression import Replayed, Result, replay_game

HELP = """\
Replays all stored games, or those that are named, by the code of this release, and refuses the
release if the result differs.

Each log is read, folded and decided again by the rules under which the game was begun: every
recorded move must lead to the recorded events, and the whole to the recorded decisions, columns
and state, all of which older code computed. Games that are over and whose rules were taken out
since are skipped. Games in play are read as they are at one moment, and go on meanwhile. Nothing
is changed.
"""
EPILOG = """\
Run it with the new code on the database of the old one, or on a copy, before the new code serves.
Whether somebody changed a log is another question: that is what `manage.py verify` answers.

exit codes:
  0  every game is played as before
  1  some are not; each is a line, with the first event that differs
  2  the call is wrong, or the database cannot be read
  3  every game is played as before, but some snapshots have an older form: run
     `manage.py rebuild` before the new code serves

examples:
  manage.py replay-gate
  manage.py replay-gate 0d5e8f3c-8f3b-4d0c-9f0a-3a3c5d6b7a81
  manage.py replay-gate --json > gate.jsonl
"""
DIFFERENT, STALE = 1, 3


class Command(GamesCommand):
    help = HELP
    epilog = EPILOG
    lines = "each game that is not the same"

    def handle(self, *args: Any, games: list[UUID], json: bool, **options: Any) -> None:
        with self.walk(games) as (walked, shown):
            report = Report(shown, as_json=json)
            for game in walked:
                report.add(game, replay_game(game))
                shown.advance()
        self.stdout.write(report.summary())
        if code := report.exit_code():
            sys.exit(code)


class Report:
    """Prints games that are not the same as they come, and counts."""

    def __init__(self, shown: Bar, *, as_json: bool) -> None:
        self._shown = shown
        self._as_json = as_json
        self.events = 0
        self.results: Counter[Result] = Counter()

    def add(self, game: UUID, replayed: Replayed | None) -> None:
        """Count one game; raise `CommandError` if there is no such game."""
        if replayed is None:
            raise CommandError(f"There is no game {game}.", returncode=BAD_CALL)
        self.events += replayed.events
        self.results[replayed.result] += 1
        if replayed.result in {Result.STALE, Result.DIFFERENT}:
            self._shown.print(_as_json(replayed) if self._as_json else _as_text(replayed))

    def exit_code(self) -> int:
        """Return 0 if all is the same."""
        if self.results[Result.DIFFERENT]:
            return DIFFERENT
        return STALE if self.results[Result.STALE] else 0

    def summary(self) -> str:
        """Return the last line."""
        if self._as_json:
            counts = {str(result): self.results[result] for result in Result}
            return msgspec.json.encode({"summary": {**counts, "events": self.events}}).decode()
        said = f"{self.results.total():,} games, {self.events:,} events: "
        if self.results[Result.DIFFERENT]:
            said += f"{self.results[Result.DIFFERENT]:,} games are played otherwise"
        else:
            said += "every game is played as before"
        if self.results[Result.STALE]:
            said += f"; {self.results[Result.STALE]:,} snapshots must be rebuilt"
        if self.results[Result.SKIPPED]:
            said += f"; {self.results[Result.SKIPPED]:,} that are over have no rules any more"
        return said


def _as_text(replayed: Replayed) -> str:
    first, *others = replayed.findings
    more = f", and {len(others)} more" if others else ""
    named = f"{replayed.ruleset}, rules version {replayed.rules_version}"
    return f"{first}{more} [{named}]"


def _as_json(replayed: Replayed) -> str:
    first = replayed.findings[0].version
    return msgspec.json.encode({**msgspec.to_builtins(replayed), "first_version": first}).decode()
