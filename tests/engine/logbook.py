"""Logs of Mow made by hand, commit by commit, without a database."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from games.engine.chance import RandomChance
from games.engine.clocks import PerMove, QuietHours, TimeControl
from games.engine.commits import conclude
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.lifecycle import GameCreated, GameStarted
from games.engine.seat_events import SeatKind, SeatTaken
from games.engine.seats import Seat

START = datetime(2026, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)


class Log:
    """Commits made one after the other, with the state after each; `now` goes on by a second."""

    def __init__(
        self, seats: Sequence[SeatKind], limit: int = 20, control: TimeControl | None = None
    ) -> None:
        self.now = START
        self.quiet_hours: dict[Seat, QuietHours] = {}
        self.rng = random.Random(1)
        self.commits: list[tuple[datetime, Sequence[Event]]] = []
        self.game: GameState | None = None
        created = GameCreated(
            ruleset="mow",
            rules_version=1,
            seats=len(seats),
            options={"limit": limit, "first_seat": 0},
            time_control=control or PerMove(seconds=60),
            rated=False,
            private=False,
            creator="creator",
            commitment="",
        )
        self.commit(created, *(taken(seat, kind) for seat, kind in enumerate(seats)))

    @property
    def state(self) -> GameState:
        assert self.game is not None
        return self.game

    def commit(self, *decided: Event) -> GameState:
        at, self.now = self.now, self.now + SECOND
        events, self.game = conclude(self.game, decided, at, self.quiet_hours)
        self.commits.append((at, events))
        return self.game

    def start(self) -> GameState:
        rules, seats = self.state.game_rules, len(self.state.seats)
        deal = rules.deal(self.state.parsed_options(), seats, RandomChance(self.rng))
        return self.commit(GameStarted(first_seat=Seat(0)), *deal)

    def move(self) -> GameState:
        state = self.state
        rules, seat = state.game_rules, state.owed[0].seat
        move = self.rng.choice(rules.legal_moves(state.rules_state, seat))
        return self.commit(*rules.decide(state.rules_state, seat, move, RandomChance(self.rng)))


def taken(seat: int, kind: SeatKind) -> SeatTaken:
    if kind is SeatKind.HOUSE:
        return SeatTaken(seat=Seat(seat), kind=kind, strategy="random")
    return SeatTaken(seat=Seat(seat), kind=kind, holder=f"holder-{seat}")


def people(seats: int) -> list[SeatKind]:
    return [SeatKind.PERSON] * seats
