"""A game as a whole: its seats, its clock and its ruleset's state, folded from its log."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import msgspec

from games.engine import clocks, lifecycle, owing
from games.engine.clocks import Stop, TimeControl
from games.engine.entropy import Contributions, contributions_after
from games.engine.events import Event
from games.engine.lifecycle import SeatKind
from games.engine.outcome import EndReason, Outcome
from games.engine.owing import Owed
from games.engine.registry import AnyRuleset, find_ruleset, is_installed
from games.engine.ruleset import Options, State
from games.engine.seats import Seat, SeatOffer
from games.engine.undo import Undo, gone_back, undo_after


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


class SeatState(StrEnum):
    """Whether a seat's holder plays it."""

    PLAYING = "playing"
    AWAY = "away"
    RESIGNED = "resigned"


class SeatRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who holds a seat, and how."""

    kind: SeatKind = SeatKind.OPEN
    holder: str | None = None
    """The opaque id of the account that owns the seat."""
    strategy: str | None = None
    """The strategy that plays it, if the house does."""
    state: SeatState = SeatState.PLAYING
    handovers: int = 0
    """How often the one who must answer for this seat changed; part of a decision's number."""
    is_gone: bool = False
    """Whether the account that owned the seat is no more."""
    abort_consent: bool = False
    by_invitation: bool = False
    clock: timedelta | None = None
    """What is left on its clock or in its bank, where the time control has such."""
    missed: int = 0
    """How many decisions in a row it let pass; races do not count."""
    paused: timedelta = timedelta()
    """How long it has paused the game in all."""
    left_at: datetime | None = None
    """Since when its owner does not play it."""
    offer: SeatOffer | None = None
    """What its pauses have cost in all."""
    vacation: Stop | None = None
    """Of its owner, while it goes on."""

    @property
    def is_taken(self) -> bool:
        """Answer whether somebody sits here."""
        return self.kind not in {SeatKind.OPEN, SeatKind.INVITED}

    @property
    def is_owned(self) -> bool:
        """Answer whether it is the seat of an account that there is."""
        return self.holder is not None and not self.is_gone

    @property
    def has_a_say(self) -> bool:
        """Answer whether the others wait for its consent; nobody waits for who is away."""
        return self.is_owned and self.state is SeatState.PLAYING

    @property
    def played_by_house(self) -> bool:
        """Answer whether a house bot owes this seat's decisions."""
        return self.kind is SeatKind.HOUSE or self.state is not SeatState.PLAYING


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


def begin(event: lifecycle.GameCreated, at: datetime) -> GameState:
    """Return the state right after a game was created."""
    return GameState(
        ruleset=event.ruleset,
        rules_version=event.rules_version,
        options=dict(event.options),
        time_control=event.time_control,
        rated=event.rated,
        private=event.private,
        creator=event.creator,
        commitment=event.commitment,
        rematch_of=event.rematch_of,
        imported=event.imported is True,
        seats=[SeatRecord() for _ in range(event.seats)],
        created_at=at,
        last_at=at,
        version=1,
    )


_LEFT = {"SeatAway": SeatState.AWAY, "SeatResigned": SeatState.RESIGNED}
_ENDED = {
    "GameFinished": Status.FINISHED,
    "GameAborted": Status.ABORTED,
    "GameExpired": Status.EXPIRED,
}


def evolve(game: GameState, event: Event, at: datetime) -> None:
    """Apply one event that happened at `at`. Total: it never refuses."""
    game.version += 1
    game.last_at, game.closes_at = at, None
    if game.status is Status.OPEN:
        game.contributions = contributions_after(game.contributions, event, at)
    match event:
        case lifecycle.GameStarted():
            game.status, game.started_at = Status.RUNNING, at
            game.options["first_seat"] = event.first_seat
            game.rules = game.game_rules.blank(game.parsed_options(), len(game.seats))
            _set_clocks(game)
        case lifecycle.GamePaused() | lifecycle.IncidentReported() | lifecycle.GameResumed():
            _evolve_pause(game, event, at)
        case lifecycle.VacationStarted() | lifecycle.VacationEnded():
            _turn_vacation(game, event, at)
        case lifecycle.UndoRequested() | lifecycle.UndoConsented() | lifecycle.UndoDeclined():
            game.undo = undo_after(game.undo, event)
        case lifecycle.MoveUndone():
            _go_back(game, event.to_version)
        case lifecycle.IdleNoticed():
            game.closes_at = event.closes_at
        case lifecycle.GameFinished() | lifecycle.GameAborted() | lifecycle.GameExpired():
            game.status, game.finished_at, game.outcome = _ENDED[event.type], at, event.outcome
            for record in game.seats:
                record.offer = None
        case (
            lifecycle.DeadlineMoved()  # of a decision that may arise in this commit: see settling
            | lifecycle.DealSealed()
            | lifecycle.RevealsAwaited()
            | lifecycle.EntropyRevealed()
        ):
            pass
        case lifecycle.PublicEvent():
            _evolve_seat(game, event, at)
        case _:
            _keep_way_back(game, event)
            game.game_rules.evolve(game.rules_state, event)


def _keep_way_back(game: GameState, event: Event) -> None:
    """Note, right before an event of the rules is applied, whether it can be undone."""
    if event.tells_nothing and event.seat is not None and event.move() is not None:
        game.undo = game.undo.moved(game.version - 1, event.seat, game.rules_state)
    elif game.undo.points and not event.tells_nothing:
        game.undo = game.undo.barred()


def _go_back(game: GameState, to_version: int) -> None:
    game.undo, game.rules = gone_back(
        game.undo,
        to_version,
        rules=game.game_rules,
        now=game.rules_state,
        handovers=[record.handovers for record in game.seats],
    )


def _evolve_seat(game: GameState, event: lifecycle.PublicEvent, at: datetime) -> None:
    """Apply an event of the one seat that it names."""
    record = game.seats[_seat(event)]
    match event:
        case lifecycle.SeatTaken():
            record.by_invitation = record.kind is SeatKind.INVITED
            record.kind, record.holder, record.strategy = event.kind, event.holder, event.strategy
        case lifecycle.SeatInvited():
            record.kind, record.holder = SeatKind.INVITED, event.holder
        case lifecycle.SeatLeft() | lifecycle.InvitationDeclined():
            game.seats[_seat(event)] = SeatRecord()
        case lifecycle.SeatRenamed():
            record.is_gone = True
        case lifecycle.SeatAway() | lifecycle.SeatResigned():
            _hand_over(record, _LEFT[event.type], event.strategy)
            record.left_at = at
        case lifecycle.SeatReturned():
            _take_up(record)
        case lifecycle.SeatReplaced():
            _take_up(record)
            record.kind, record.holder, record.missed = event.kind, event.holder, 0
            record.is_gone = record.abort_consent = record.by_invitation = False
            record.vacation = None
            game.undo = game.undo.replaced(_seat(event))
        case lifecycle.SeatOffered() | lifecycle.OfferWithdrawn():
            record.offer = _offered(event)
        case lifecycle.AbortConsented():
            record.abort_consent = True
        case lifecycle.DecisionExpired():  # what follows from it is events of its own
            counts = game.status is Status.RUNNING and not record.played_by_house
            if counts and event.counts_as_missed:
                record.missed += 1
        case _:
            raise AssertionError(f"{event.type} is no event of a game")


def _seat(event: Event) -> Seat:
    assert event.seat is not None, f"{event.type} concerns a seat"
    return event.seat


def _offered(event: lifecycle.SeatOffered | lifecycle.OfferWithdrawn) -> SeatOffer | None:
    if isinstance(event, lifecycle.OfferWithdrawn):
        return None
    return SeatOffer(by=event.by, holder=event.holder)


def _take_up(record: SeatRecord) -> None:
    """Note that a person or bot account plays a seat; its clock stays that of the seat."""
    _hand_over(record, SeatState.PLAYING, None)
    record.left_at = record.offer = None


def _hand_over(record: SeatRecord, state: SeatState, strategy: str | None) -> None:
    record.state, record.strategy = state, strategy
    record.handovers += 1


def _set_clocks(game: GameState) -> None:
    for record in game.seats:
        if record.kind is not SeatKind.HOUSE:
            record.clock = clocks.starting_clock(game.time_control)


def _evolve_pause(
    game: GameState,
    event: lifecycle.GamePaused | lifecycle.IncidentReported | lifecycle.GameResumed,
    at: datetime,
) -> None:
    match event:
        case lifecycle.GamePaused():
            game.status = Status.PAUSED
            game.pause = Pause(since=at, resume_at=event.resume_at, seat=event.seat)
        case lifecycle.IncidentReported():
            assert game.pause is not None, "it was paused in this commit"
            game.pause = msgspec.structs.replace(game.pause, incident=event.incident)
        case lifecycle.GameResumed():
            _resume(game, at)


def _resume(game: GameState, at: datetime) -> None:
    """Let the time of all decisions run on: nobody has got or lost any."""
    game.status, pause = Status.RUNNING, game.pause
    if pause is None:
        return
    stop, game.pause = Stop(pause.since, at), None
    game.owed = [
        owing.stopped(owed, stop, game.time_control, game.seats[owed.seat].clock)
        for owed in game.owed
    ]
    if pause.seat is not None:
        game.seats[pause.seat].paused += clocks.pause_cost(at - pause.since)


def _turn_vacation(
    game: GameState, event: lifecycle.VacationStarted | lifecycle.VacationEnded, at: datetime
) -> None:
    """Stop the time of what the seat owes, or let it run on from now."""
    record = game.seats[_seat(event)]
    before, record.vacation = record.vacation, None
    if isinstance(event, lifecycle.VacationStarted):
        record.vacation = Stop(event.since, event.until)
    if record.played_by_house:
        return
    after = record.vacation or (before and Stop(before.since, min(before.until, at)))
    game.owed = [
        owing.restopped(owed, before, after, game.time_control, record.clock)
        if owed.seat == event.seat
        else owed
        for owed in game.owed
    ]


def broken_off(game: GameState) -> lifecycle.GameAborted:
    """Return the end of a game that nobody wins or loses."""
    outcome = Outcome.of_nobody(scores=game.scores(), reason=EndReason.ABORTED)
    return lifecycle.GameAborted(outcome=outcome)


def agreed_to_break_off(game: GameState, *, without: Seat) -> bool:
    """Answer whether all who have a say but one seat have agreed, and there are such."""
    others = [
        record for seat, record in enumerate(game.seats) if seat != without and record.has_a_say
    ]
    return bool(others) and all(record.abort_consent for record in others)


def give_up(game: GameState, seat: Seat, *, strategy: str | None, reason: EndReason) -> list[Event]:
    """Return the events of a seat that resigns or forfeits.

    The game ends at once if fewer than two seats, or no seat of a person or bot account, still
    play; then the seats still playing win. Otherwise `strategy` plays the cards on.
    """
    playing = [
        other
        for other in game.seat_numbers
        if other != seat and game.seats[other].state is not SeatState.RESIGNED
    ]
    resigned = lifecycle.SeatResigned(seat=seat, strategy=strategy)
    if len(playing) >= 2 and any(game.seats[other].is_owned for other in playing):  # noqa: PLR2004 - a game needs two
        return [resigned]
    outcome = Outcome.of(
        winners=playing, scores=game.scores(), seats=len(game.seats), reason=reason
    )
    return [resigned, lifecycle.GameFinished(outcome=outcome)]
