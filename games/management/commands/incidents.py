"""`manage.py incidents`: games that rest because something in them failed, and their return."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from games.engine.game import Pause
from games.services import pauses
from games.services.errors import ServiceError
from games.store import load, paused_games
from games.store.load import Loaded

PAGE = 100
"""Games that are read at once."""


class Command(BaseCommand):
    help = (
        "Lists the games that are paused because something in them failed, with the id of each"
        " incident, which the server's log names too. With --resume they go on at once, as they"
        " otherwise do by themselves; do that when the cause is mended. Exit code 1 if a game"
        " could not be resumed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME", help="ids; default: all")
        parser.add_argument("--resume", action="store_true", help="let these games go on")
        parser.add_argument("--json", action="store_true", help="print one JSON object a line")

    def handle(
        self, *args: Any, games: Sequence[UUID], resume: bool, json: bool, **options: Any
    ) -> None:
        try:
            found = _incidents(games)
            for loaded, pause in found:
                self.stdout.write(_as_json(loaded, pause) if json else _in_words(loaded, pause))
            if not found and not json:
                self.stdout.write("No game is paused for an incident.")
            failed = [loaded.id for loaded, _ in found if resume and not self._resume(loaded)]
        except Error as error:
            raise CommandError(f"The database does not answer: {error}") from error
        if failed:
            raise CommandError(f"{len(failed)} games could not be resumed.")

    def _resume(self, loaded: Loaded) -> bool:
        try:
            pauses.resume_by_order(loaded.id)
        except ServiceError as refusal:
            self.stderr.write(f"{loaded.id}: {refusal}")
            return False
        except Exception as error:  # noqa: BLE001 - the cause is not mended; the others may go on
            self.stderr.write(f"{loaded.id} fails still: {type(error).__name__}")
            return False
        return True


def _incidents(games: Sequence[UUID]) -> list[tuple[Loaded, Pause]]:
    """Return the games with an incident, of all there are or of those named, in order of ends."""
    ids = [game for game in paused_games.all_paused() if not games or game in games]
    loaded = [
        one for start in range(0, len(ids), PAGE) for one in load.games(ids[start : start + PAGE])
    ]
    pauses_of = ((one, one.state.pause) for one in loaded)
    return [(one, pause) for one, pause in pauses_of if pause is not None and pause.incident]


def _in_words(loaded: Loaded, pause: Pause) -> str:
    return (
        f"{loaded.id}  {loaded.state.ruleset}  incident {pause.incident}  since"
        f" {pause.since:%Y-%m-%d %H:%M:%S}  goes on at {pause.resume_at:%Y-%m-%d %H:%M:%S}"
    )


def _as_json(loaded: Loaded, pause: Pause) -> str:
    return json.dumps(
        {
            "game": str(loaded.id),
            "ruleset": loaded.state.ruleset,
            "version": loaded.state.version,
            "incident": pause.incident,
            "since": pause.since.isoformat(),
            "resume_at": pause.resume_at.isoformat(),
        }
    )
