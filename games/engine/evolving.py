"""How each event of a log changes the game: the fold. Total; it never refuses."""

from datetime import datetime
from typing import TypeAlias

import msgspec

from games.engine import (
    clocks,
    lifecycle,
    order_events,
    owing,
    public_event,
    seat_events,
    time_events,
    undo_events,
)
from games.engine.clocks import Stop
from games.engine.entropy import contributions_after
from games.engine.events import Event
from games.engine.game import GameState, Pause, Status
from games.engine.seat_events import SeatKind
from games.engine.seat_records import SeatRecord, SeatState
from games.engine.seats import Seat, SeatOffer
from games.engine.undo import gone_back, undo_after


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


_Ending: TypeAlias = (
    lifecycle.GameFinished
    | lifecycle.GameAborted
    | lifecycle.GameExpired
    | order_events.ResultAdjudicated
    | order_events.ResultAnnulled
    | order_events.ResultRestored
)
"""What gives a game a result, or another one."""


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
        case time_events.GamePaused() | time_events.IncidentReported() | time_events.GameResumed():
            _evolve_pause(game, event, at)
        case time_events.VacationStarted() | time_events.VacationEnded():
            _turn_vacation(game, event, at)
        case undo_events.UndoRequested() | undo_events.UndoConsented() | undo_events.UndoDeclined():
            game.undo = undo_after(game.undo, event)
        case undo_events.MoveUndone():
            _go_back(game, event.to_version)
        case time_events.IdleNoticed():
            game.closes_at = event.closes_at
        case _ if isinstance(event, _Ending):
            _end(game, event, at)
        case (
            time_events.DeadlineMoved()  # of a decision that may arise in this commit: see settling
            | lifecycle.DealSealed()
            | lifecycle.RevealsAwaited()
            | lifecycle.EntropyRevealed()
            | order_events.OrderGiven()  # what it leads to is told by what follows
        ):
            pass
        case public_event.PublicEvent():
            _evolve_seat(game, event, at)
        case _:
            _keep_way_back(game, event)
            game.game_rules.evolve(game.rules_state, event)


def _end(game: GameState, event: _Ending, at: datetime) -> None:
    """End play, or put another result in the place of the one that counted, or take that back."""
    if event.type in _ENDED:
        game.status, game.finished_at = _ENDED[event.type], at
        for record in game.seats:
            record.offer = None
    elif isinstance(event, order_events.ResultRestored):
        game.earlier_outcomes = game.earlier_outcomes[:-1]
    elif game.outcome is not None:
        game.earlier_outcomes = (*game.earlier_outcomes, game.outcome)
    game.outcome = event.outcome


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


def _evolve_seat(game: GameState, event: public_event.PublicEvent, at: datetime) -> None:
    """Apply an event of the one seat that it names."""
    record = game.seats[_seat(event)]
    match event:
        case seat_events.SeatTaken():
            record.by_invitation = record.kind is SeatKind.INVITED
            record.kind, record.holder, record.strategy = event.kind, event.holder, event.strategy
        case seat_events.SeatInvited():
            record.kind, record.holder = SeatKind.INVITED, event.holder
        case seat_events.SeatLeft() | seat_events.InvitationDeclined():
            game.seats[_seat(event)] = SeatRecord()
        case seat_events.SeatRenamed():
            record.is_gone = True
        case seat_events.SeatAway() | seat_events.SeatResigned():
            _hand_over(record, _LEFT[event.type], event.strategy)
            record.left_at = at
        case seat_events.SeatReturned():
            _take_up(record)
        case seat_events.SeatReplaced():
            _replace(record, event, game.time_control)
            game.undo = game.undo.replaced(_seat(event))
        case seat_events.SeatOffered() | seat_events.OfferWithdrawn():
            record.offer = _offered(event)
        case seat_events.AbortConsented():
            record.abort_consent = True
        case time_events.DecisionExpired():  # what follows from it is events of its own
            counts = game.status is Status.RUNNING and not record.played_by_house
            if counts and event.counts_as_missed:
                record.missed += 1
        case _:
            raise AssertionError(f"{event.type} is no event of a game")


def _seat(event: Event) -> Seat:
    assert event.seat is not None, f"{event.type} concerns a seat"
    return event.seat


def _offered(event: seat_events.SeatOffered | seat_events.OfferWithdrawn) -> SeatOffer | None:
    if isinstance(event, seat_events.OfferWithdrawn):
        return None
    return SeatOffer(by=event.by, holder=event.holder)


def _take_up(record: SeatRecord) -> None:
    """Note that a person or bot account plays a seat; its clock stays that of the seat."""
    _hand_over(record, SeatState.PLAYING, None)
    record.left_at = record.offer = None


def _replace(
    record: SeatRecord, event: seat_events.SeatReplaced, control: clocks.TimeControl
) -> None:
    """Note that somebody else, or the house, holds a seat."""
    is_house = event.kind is SeatKind.HOUSE
    _take_up(record)
    record.kind, record.holder, record.missed = event.kind, event.holder, 0
    record.is_gone = record.abort_consent = record.by_invitation = False
    record.is_untried, record.vacation = not is_house, None
    record.strategy = event.strategy
    if record.clock is None and not is_house:  # it has been a seat of the house from the start
        record.clock = clocks.starting_clock(control)


def _hand_over(record: SeatRecord, state: SeatState, strategy: str | None) -> None:
    record.state, record.strategy = state, strategy
    record.handovers += 1


def _set_clocks(game: GameState) -> None:
    for record in game.seats:
        if record.kind is not SeatKind.HOUSE:
            record.clock = clocks.starting_clock(game.time_control)


def _evolve_pause(
    game: GameState,
    event: time_events.GamePaused | time_events.IncidentReported | time_events.GameResumed,
    at: datetime,
) -> None:
    match event:
        case time_events.GamePaused():
            game.status = Status.PAUSED
            game.pause = Pause(since=at, resume_at=event.resume_at, seat=event.seat)
        case time_events.IncidentReported():
            assert game.pause is not None, "it was paused in this commit"
            game.pause = msgspec.structs.replace(game.pause, incident=event.incident)
        case time_events.GameResumed():
            _resume(game, at)


def _resume(game: GameState, at: datetime) -> None:
    """Let the time of all decisions run on: nobody has got or lost any."""
    game.status, pause = Status.RUNNING, game.pause
    if pause is None:
        return
    stop, game.pause = Stop(pause.since, at), None
    game.owed = [
        owing.stopped(owed, stop, game.time_control, game.seats[owed.seat].clock)
        if game.seats[owed.seat].is_answered
        else owing.at_once(owed, at)
        for owed in game.owed
    ]
    if pause.seat is not None:  # of which the seat pays no more than it asked for
        length = min(at, pause.resume_at) - pause.since
        game.seats[pause.seat].paused += clocks.pause_cost(length)


def _turn_vacation(
    game: GameState, event: time_events.VacationStarted | time_events.VacationEnded, at: datetime
) -> None:
    """Stop the time of what the seat owes, or let it run on from now."""
    record = game.seats[_seat(event)]
    before, record.vacation = record.vacation, None
    if isinstance(event, time_events.VacationStarted):
        record.vacation = Stop(event.since, event.until)
    if record.played_by_house:
        return
    game.owed = [
        owing.turned(
            owed, before, record.vacation, at=at, control=game.time_control, clock=record.clock
        )
        if owed.seat == event.seat
        else owed
        for owed in game.owed
    ]
