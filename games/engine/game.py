"""A game as a whole: its seats, its clock and its ruleset's state, folded from its log."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import msgspec

from games.engine import clocks
from games.engine.clocks import TimeControl
from games.engine.entropy import Contributions
from games.engine.outcome import Outcome
from games.engine.owing import Owed
from games.engine.registry import AnyRuleset, find_ruleset, is_installed
from games.engine.ruleset import Options, State
from games.engine.seat_events import SeatKind
from games.engine.seat_records import SeatRecord, SeatState
from games.engine.seats import Seat
from games.engine.undo import Undo


class Status(StrEnum):
    """Where a game stands; it changes by events only, along `STATUS_GRAPH`."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"
    EXPIRED = "expired"

    @property
    def is_over(self) -> bool:
        """Answer whether nothing will be played any more."""
        return self in {Status.FINISHED, Status.ABORTED, Status.EXPIRED}

    @property
    def is_in_play(self) -> bool:
        """Answer whether cards are on the table, though the game may rest."""
        return self in {Status.RUNNING, Status.PAUSED}


STATUS_GRAPH: Mapping[Status, frozenset[Status]] = {
    Status.OPEN: frozenset({Status.RUNNING, Status.ABORTED, Status.EXPIRED}),
    Status.RUNNING: frozenset({Status.PAUSED, Status.FINISHED, Status.ABORTED}),
    Status.PAUSED: frozenset({Status.RUNNING, Status.FINISHED, Status.ABORTED}),
    Status.FINISHED: frozenset(),
    Status.ABORTED: frozenset(),
    Status.EXPIRED: frozenset(),
}
"""Where each status can lead. A game that is filled at once is open for no commit at all."""


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """A rest of the game."""

    since: datetime
    resume_at: datetime
    """When it ends by itself."""
    seat: Seat | None = None
    """Who asked for it; None: the server."""
    incident: str | None = None
    """The id of what went wrong, if that is why."""


class GameState(msgspec.Struct, kw_only=True):
    """The whole truth about one game. Changed by `evolve` and `settle` only."""

    ruleset: str
    rules_version: int
    options: dict[str, Any]
    time_control: TimeControl
    rated: bool
    private: bool
    creator: str
    commitment: str
    rematch_of: str | None = None
    imported: bool = False
    """Whether it was played from a file, by recorded shuffles; nobody played it here."""
    seats: list[SeatRecord]
    created_at: datetime
    last_at: datetime
    """The time of the last event."""
    version: int = 0
    status: Status = Status.OPEN
    started_at: datetime | None = None
    finished_at: datetime | None = None
    contributions: Contributions = Contributions()
    """What seats add to the chance of the game."""
    pause: Pause | None = None
    """The rest that goes on now."""
    undo: Undo = Undo()
    closes_at: datetime | None = None
    """When it is broken off unless something happens: nobody has moved for long."""
    owed: list[Owed] = []
    outcome: Outcome | None = None
    earlier_outcomes: tuple[Outcome, ...] = ()
    """Those that orders about the result have put another one in the place of, the last one last."""
    rules: State | None = None
    """The ruleset's state, from the first deal on."""

    @property
    def game_rules(self) -> AnyRuleset:
        """The ruleset this game is played by, in the version under which it was begun.

        Raises `RulesNotInstalledError` where that is not `rules_installed`.
        """
        return find_ruleset(self.ruleset, self.rules_version)

    @property
    def rules_installed(self) -> bool:
        """Whether this release has the rules of this game, so that it can be played on."""
        return is_installed(self.ruleset, self.rules_version)

    @property
    def rules_state(self) -> State:
        """The ruleset's state of a game that has started."""
        assert self.rules is not None, "the game has not started"
        return self.rules

    @property
    def seat_numbers(self) -> list[Seat]:
        """All seats, in order."""
        return [Seat(number) for number in range(len(self.seats))]

    @property
    def resigned(self) -> list[Seat]:
        """The seats that cannot win any more."""
        return [s for s in self.seat_numbers if self.seats[s].state is SeatState.RESIGNED]

    @property
    def seat_count(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def free_seats(self) -> int:
        """How many seats anybody may sit down on now."""
        if self.status is Status.OPEN:
            return sum(record.kind is SeatKind.OPEN for record in self.seats)
        offers = [record.offer for record in self.seats if record.offer is not None]
        return sum(offer.holder is None for offer in offers)

    @property
    def offered_to(self) -> frozenset[str]:
        """The opaque ids of the accounts that a seat is offered to by name."""
        offers = [record.offer for record in self.seats if record.offer is not None]
        return frozenset(offer.holder for offer in offers if offer.holder is not None)

    @property
    def time_control_kind(self) -> str:
        """By which kind of clock it is played: `per_move`."""
        return str(type(self.time_control).__struct_config__.tag)

    @property
    def resume_at(self) -> datetime | None:
        """When the game goes on by itself, if it is paused."""
        return None if self.pause is None else self.pause.resume_at

    def pause_left(self, seat: Seat) -> timedelta:
        """Return for how long a seat may still pause the game."""
        return clocks.pause_left(
            self.time_control.pause_budget,
            own=self.seats[seat].paused,
            together=sum((record.paused for record in self.seats), timedelta()),
        )

    def owed_by(self, seat: Seat) -> Owed | None:
        """Return the decision that is open for `seat`."""
        return next((owed for owed in self.owed if owed.seat == seat), None)

    def seat_of(self, holder: str) -> Seat | None:
        """Return the seat that this opaque id owns."""
        return next((s for s in self.seat_numbers if self.seats[s].holder == holder), None)

    def scores(self) -> Sequence[int]:
        """Return the running scores, before the start those of an empty table.

        Without the rules of the game they are those of its outcome, or none.
        """
        if not self.rules_installed:
            return self.outcome.scores if self.outcome is not None else ()
        rules, seats = self.game_rules, len(self.seats)
        if self.rules is not None:
            return rules.scores(self.rules)
        options = rules.parse_options({**self.options, "first_seat": 0}, seats)
        return rules.scores(rules.blank(options, seats))

    def copy(self) -> "GameState":
        """Return an independent copy."""
        copied = msgspec.structs.replace(self)
        copied.options = dict(self.options)
        copied.seats = [msgspec.structs.replace(record) for record in self.seats]
        copied.owed = list(self.owed)
        copied.rules = self.rules.copy() if self.rules is not None else None
        return copied

    def parsed_options(self) -> Options:
        """Return the options as the ruleset reads them."""
        return self.game_rules.parse_options(self.options, len(self.seats))
