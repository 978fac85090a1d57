"""What is owed after a commit: which decisions stay, which close, which arise, and until when."""

from collections.abc import Sequence
from datetime import datetime

from games.engine import owing, time_events, undo_events
from games.engine.clocks import Stop
from games.engine.decisions import RACE, Decision
from games.engine.entropy import REVEAL, Contributions
from games.engine.events import Event
from games.engine.game import GameState, Status
from games.engine.owing import Owed
from games.engine.seat_records import SeatState
from games.engine.seats import Seat


def settle(game: GameState, at: datetime, events: Sequence[Event]) -> None:
    """Bring the open decisions up to date at the end of a commit of `events` made at `at`.

    A decision that was open before and still is keeps its number and, unless an event has moved
    it, its deadline. One that was closed is charged to its seat's clock, before the next opens.
    """
    if game.status is Status.OPEN:
        game.owed = _owed_reveals(game.contributions)
        return
    before = {owed.key: owed for owed in game.owed}
    asked = _asked_for(game)
    for key, closed in before.items():
        if key not in asked:
            _close(game, closed, at, events)
    game.owed = [before.get(key) or _opened(game, one, key[2], at) for key, one in asked.items()]
    if game.status is Status.PAUSED:
        game.owed = [owing.paused(owed) for owed in game.owed]
    for event in events:
        if isinstance(event, time_events.DeadlineMoved):
            move_deadline(game, event)
    if game.status.is_over:
        game.pause = None


def _asked_for(game: GameState) -> dict[tuple[Seat, str, int], Decision | Owed]:
    """Return what is owed now; without rules that can be asked all stays open that was."""
    if not game.status.is_in_play:
        return {}
    has_failed = game.pause is not None and game.pause.incident is not None
    if has_failed or not game.rules_installed:
        return {owed.key: owed for owed in game.owed}
    asked: dict[tuple[Seat, str, int], Decision | Owed] = {}
    for one in game.game_rules.decisions(game.rules_state):
        asked[one.seat, one.kind, _number(game, one)] = one
    return asked


def _number(game: GameState, decision: Decision) -> int:
    """Return the number of a decision; behind an undo, a new one has one that was never used."""
    record = game.seats[decision.seat]
    number = decision.opened + record.handovers
    if game.undo.numbers and (decision.seat, decision.kind, number) not in _keys(game):
        unused = game.undo.number_above(decision.seat, number)
        record.handovers += unused - number
        return unused
    return number


def _keys(game: GameState) -> set[tuple[Seat, str, int]]:
    return {owed.key for owed in game.owed}


def _opened(game: GameState, decision: Decision | Owed, number: int, at: datetime) -> Owed:
    record = game.seats[decision.seat]
    on_clock = decision.kind != RACE and not record.played_by_house
    vacation = None if record.played_by_house else record.vacation
    owed = owing.opened(
        decision,
        number,
        at,
        game.time_control,
        clock=record.clock if on_clock else None,
        stops=() if vacation is None else (vacation,),
    )
    return owed if record.is_answered else owing.at_once(owed, at)


def _close(game: GameState, owed: Owed, at: datetime, events: Sequence[Event]) -> None:
    record = game.seats[owed.seat]
    if owed.on_clock and record.clock is not None:
        if game.pause is not None:
            owed = owing.stopped(owed, Stop(game.pause.since, at), game.time_control, record.clock)
        left = owing.left_on_clock(owed, at, game.time_control, record.clock)
        is_undone = any(isinstance(event, undo_events.MoveUndone) for event in events)
        record.clock = min(left, record.clock) if is_undone else left  # an undo adds to no clock
    if record.is_untried and any(
        one.seat == owed.seat and one.move() is not None for one in events
    ):
        record.is_untried = False
    if record.missed and record.state is SeatState.PLAYING and _has_moved(owed.seat, events):
        record.missed = 0


def _has_moved(seat: Seat, events: Sequence[Event]) -> bool:
    """Answer whether a seat's own move is among the events, and not one made for it at expiry."""
    own = [event for event in events if event.seat == seat]
    is_expiry = any(isinstance(event, time_events.DecisionExpired) for event in own)
    return not is_expiry and any(event.move() is not None for event in own)


def move_deadline(game: GameState, event: time_events.DeadlineMoved) -> None:
    """Give the decision that a seat owes another deadline."""
    game.owed = [
        owing.moved(owed, event, game.time_control, game.seats[owed.seat].clock)
        if owed.seat == event.seat
        else owed
        for owed in game.owed
    ]


def _owed_reveals(contributions: Contributions) -> list[Owed]:
    """Return the reveals that a game waits for before it starts."""
    since, until = contributions.awaited_at, contributions.due_at
    if since is None or until is None:
        return []
    return [
        Owed(seat=seat, kind=REVEAL, opened=-contributions.waits, opened_at=since, due_at=until)
        for seat in contributions.missing
    ]
