"""Record a whole game, played by strategies, for the gate `tests/rules/test_games.py`.

    python -m tests.rules.contract.record_games mow --seats 3 --play normal random --seed 7
    python -m tests.rules.contract.record_games mow --seats 2 --option limit=1 --option first_seat=1

The file goes to `games/` beside the ruleset's tests, named after what was asked. One that is there
already stays as it is: a recorded game is never changed, unless the format of the file is.
"""

import argparse
import json
import random
import sys
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from accounts.times import time_text
from bots.strategies.registry import find_strategy
from games.engine import commits
from games.engine.chance import RandomChance
from games.engine.clocks import PerMove
from games.engine.events import Cause, Event
from games.engine.game import GameState
from games.engine.lifecycle import GameCreated, GameStarted
from games.engine.observation import SeenEvent
from games.engine.registry import discover, find_ruleset
from games.engine.ruleset import State
from games.engine.seat_events import SeatKind, SeatTaken
from games.engine.seats import Seat
from games.store.upcasting import to_payload
from tests.rules.contract.recorded import FORMAT, Check, Replay, check_of, digest, plain, written
from tests.rules.contract.subject import subject_of

_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_CHECKS = 16
"""At how many versions a game is looked at, beside the first and the last."""
_FREE_MOVES = 0.1
"""How often somebody makes a free move before a decision is answered, if one can be made."""


class Recorder:
    """Plays one game and keeps what happens, commit by commit, a second apart."""

    def __init__(
        self, slug: str, *, seats: int, options: dict[str, Any], play: Sequence[str], seed: int
    ) -> None:
        self._ruleset = find_ruleset(slug)
        self._options = msgspec.to_builtins(self._ruleset.parse_options(options, seats))
        self._names = [play[seat % len(play)] for seat in range(seats)]
        self._strategies = [find_strategy(slug, name) for name in self._names]
        self._seed = seed
        self._rng = random.Random(seed)
        self._chance = RandomChance(random.Random(f"the shuffles of {seed}"))
        self._rows: list[dict[str, Any]] = []
        self._log: list[Event] = []
        self._ends: list[tuple[int, State]] = []
        """The version and the ruleset's state after each commit."""
        self._histories: list[list[SeenEvent]] = [[] for _ in self._names]
        self._game: GameState | None = None

    def record(self) -> Replay:
        """Play to the end; return the file's content."""
        self._start()
        while self._state.owed:
            self._move()
        return self._replay()

    @property
    def _state(self) -> GameState:
        assert self._game is not None, "the game is created first"
        return self._game

    def _start(self) -> None:
        seats = len(self._names)
        created = GameCreated(
            ruleset=self._ruleset.slug,
            rules_version=self._ruleset.rules_version,
            seats=seats,
            options=self._options,
            time_control=PerMove(),
            rated=False,
            private=False,
            creator="recorder",
            commitment="",
        )
        taken = [
            SeatTaken(seat=Seat(seat), kind=SeatKind.HOUSE, strategy=name)
            for seat, name in enumerate(self._names)
        ]
        first_seat = self._options["first_seat"]
        first = Seat(self._rng.randrange(seats) if first_seat == "random" else first_seat)
        options = self._ruleset.parse_options({**self._options, "first_seat": first}, seats)
        deal = self._ruleset.deal(options, seats, self._chance)
        self._commit([created, *taken, GameStarted(first_seat=first), *deal], Cause.SYSTEM)

    def _move(self) -> None:
        seat, text = self._choice()
        move = self._ruleset.parse_move(text)
        events = self._ruleset.decide(self._state.rules_state, seat, move, self._chance)
        self._commit(events, Cause.HOUSE_BOT)

    def _choice(self) -> tuple[Seat, str]:
        ruleset, state = self._ruleset, self._state.rules_state
        free = [
            (seat, str(move))
            for seat in self._state.seat_numbers
            for move in ruleset.free_moves(state, seat)
        ]
        if free and self._rng.random() < _FREE_MOVES:
            return self._rng.choice(free)
        seat = self._state.owed[0].seat
        legal = sorted(str(move) for move in ruleset.legal_moves(state, seat))
        observation = ruleset.observe(state, seat)
        strategy = self._strategies[seat]
        return seat, strategy.choose(observation, self._histories[seat], legal, self._rng)

    def _show(self, event: Event) -> None:
        for seat, history in enumerate(self._histories):
            if event.type == "RoundDealt":
                history.clear()
            seen = event.seen_by(Seat(seat))
            history.append(SeenEvent(type=event.type, seat=event.seat, data=seen))

    def _commit(self, events: Sequence[Event], cause: Cause) -> None:
        at = _FIRST + timedelta(seconds=len(self._ends))
        before = 0 if self._game is None else self._game.version
        events, self._game = commits.conclude(self._game, events, at)
        self._log += events
        for version, event in enumerate(events, start=before + 1):
            row = {
                "version": version,
                "type": event.type,
                "at": time_text(at),
                "seat": event.seat,
                "cause": cause,
                "data": plain(event.opened()),
                "schema_version": event.schema_version,
                "payload": to_payload(event),
            }
            self._rows.append(row)
            self._show(event)
        self._ends.append((self._game.version, self._game.rules_state))

    def _replay(self) -> Replay:
        state = self._state
        named = f"{self._ruleset.slug} {self._options} {self._names} {self._seed}"
        recorded = list(zip(self._rows, self._log, strict=True))
        return {
            "format": FORMAT,
            "id": str(uuid.uuid5(uuid.NAMESPACE_URL, named)),
            "ruleset": state.ruleset,
            "rules_version": state.rules_version,
            "seats": len(state.seats),
            "options": state.options,
            "shuffles": [
                {
                    "version": row["version"],
                    "purpose": shuffle[0],
                    "order": self._ruleset.pack.codes(shuffle[1]),
                }
                for row, event in recorded
                if (shuffle := event.shuffle()) is not None
            ],
            "moves": [
                {key: row[key] for key in ("version", "seat")}
                | {"move": move}
                | {key: row[key] for key in ("cause", "at")}
                for row, event in recorded
                if (move := event.move()) is not None
            ],
            "events": self._rows,
            "result": plain(state.outcome),
            "names": [f"house-{name}" for name in self._names],
            "position_hash": digest(self._ruleset.to_position(state.rules_state)),
            "checks": self._some_checks(),
        }

    def _some_checks(self) -> list[Check]:
        last = len(self._ends) - 1
        some = self._rng.sample(range(1, last), min(_CHECKS, max(0, last - 1)))
        ends = [self._ends[number] for number in sorted({0, last, *some})]
        return [check_of(self._ruleset, state, version) for version, state in ends]


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def _path(folder: Path, asked: argparse.Namespace) -> Path:
    options = [f"{name}-{value}" for name, value in asked.option]
    words = [f"{asked.seats}-seats", *options, *asked.play, str(asked.seed)]
    return folder / "games" / ("-".join(words).replace("_", "-") + ".json")


def main() -> None:
    """Record one game and say where it is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ruleset", help="its slug")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument(
        "--option", type=_option, action="append", default=[], help="name=value, in JSON or a word"
    )
    parser.add_argument(
        "--play", nargs="+", default=["random"], help="strategies, seat by seat and over again"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    discover()
    path = _path(subject_of(find_ruleset(asked.ruleset)).folder, asked)
    if path.exists():
        parser.error(f"{path.name} is recorded already")
    recorder = Recorder(
        asked.ruleset,
        seats=asked.seats,
        options=dict(asked.option),
        play=asked.play,
        seed=asked.seed,
    )
    path.parent.mkdir(exist_ok=True)
    path.write_text(written(recorder.record()))
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
