"""Commits: the events that are recorded together, and the fold of a log made of them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import cast

from games.engine import consent, endings, lifecycle, time_events
from games.engine.clocks import QuietHours
from games.engine.events import Event
from games.engine.evolving import begin, evolve
from games.engine.game import GameState, Status
from games.engine.seats import Seat
from games.engine.settling import move_deadline, settle


def apply_commit(game: GameState | None, events: Sequence[Event], at: datetime) -> GameState:
    """Return the state after one commit; `game` is None for the commit that creates it."""
    after = _evolved(game, events, at)
    settle(after, at, events)
    return after


def _evolved(game: GameState | None, events: Sequence[Event], at: datetime) -> GameState:
    if game is None:
        created = cast("lifecycle.GameCreated", events[0])
        after, rest = begin(created, at), events[1:]
    else:
        after, rest = game.copy(), events
    for event in rest:
        evolve(after, event, at)
    return after


def conclude(
    game: GameState | None,
    events: Sequence[Event],
    at: datetime,
    quiet_hours: Mapping[Seat, QuietHours | None] = MappingProxyType({}),
) -> tuple[Sequence[Event], GameState]:
    """Return the events of a commit and the state after them.

    When all have agreed to an undo, `MoveUndone` is added to the commit, when the ruleset says that
    the game is over, `GameFinished`, and when all have agreed to break it off, `GameAborted`. Where a new deadline falls into the `quiet_hours`
    of a seat's owner, `DeadlineMoved` is.
    """
    after = _evolved(game, events, at)
    if after.status is Status.RUNNING and after.rules_installed:
        undone = consent.agreed_undo(after, at)
        if undone is not None:
            evolve(after, undone, at)
            events = [*events, undone]
        outcome = after.game_rules.outcome(after.rules_state, after.resigned)
        if outcome is not None:
            finished = lifecycle.GameFinished(outcome=outcome)
            evolve(after, finished, at)
            events = [*events, finished]
    if game is not None and after.status.is_in_play:
        aborted = endings.agreed_end(after, events)
        if aborted is not None:
            evolve(after, aborted, at)
            events = [*events, aborted]
    settle(after, at, events)
    if quiet_hours and after.time_control.quiet_hours:
        for moved in _out_of_quiet_hours(game, after, quiet_hours):
            evolve(after, moved, at)
            move_deadline(after, moved)
            events = [*events, moved]
    return events, after


def _out_of_quiet_hours(
    before: GameState | None, after: GameState, quiet_hours: Mapping[Seat, QuietHours | None]
) -> list[time_events.DeadlineMoved]:
    """Return the moves of those deadlines that are new and would wake somebody."""
    known = before.owed if before is not None else []
    found: list[time_events.DeadlineMoved] = []
    for owed in after.owed:
        quiet = quiet_hours.get(owed.seat)
        if quiet is None or owed.due_at is None or owed in known:
            continue
        if after.seats[owed.seat].played_by_house:
            continue
        due_at = quiet.awake(owed.due_at, after.time_control.weekend_pause)
        if due_at != owed.due_at:
            reason = time_events.MoveReason.QUIET_HOURS
            found.append(time_events.DeadlineMoved(seat=owed.seat, due_at=due_at, reason=reason))
    return found


def replay(commits: Iterable[tuple[datetime, Sequence[Event]]]) -> GameState:
    """Fold a whole log, commit by commit, into the state."""
    game: GameState | None = None
    for at, events in commits:
        game = apply_commit(game, events, at)
    assert game is not None, "a log holds at least one commit"
    return game
