"""Playing a replay file again, as a new game of nobody's.

The recorded shuffles stand in for chance, and every move goes through the rules. Of the file's
events only those are looked at that no rule leads to: who sat where, who resigned, what the clock
did. Each must be possible where it stands. How the game ends follows from all that, and must be
what the file says.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, cast

from games.engine import (
    clocks,
    consent,
    lifecycle,
    order_events,
    seat_events,
    time_events,
    undo_events,
)
from games.engine.chance import ScriptError
from games.engine.clocks import BadTimeControlError, TimeControl
from games.engine.endings import adjudicated, annulled, give_up
from games.engine.entropy import REVEAL
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.evolving import begin, evolve
from games.engine.game import GameState, Status
from games.engine.outcome import EndReason, Outcome
from games.engine.registry import AnyRuleset
from games.engine.replay_file import BadReplayError, MoveRow, ReplayFile
from games.engine.replay_steps import FileChance, Step, steps_of
from games.engine.seat_events import SeatKind
from games.engine.seat_records import SeatState
from games.engine.seats import Seat

_PASSED_OVER = (
    lifecycle.GameCreated,
    # An invitation comes to nothing, or `SeatTaken` tells the rest.
    seat_events.SeatInvited,
    seat_events.InvitationDeclined,
    # They prove the chance of the first game; this one has the recorded shuffles.
    lifecycle.RevealsAwaited,
    lifecycle.EntropyRevealed,
    lifecycle.DealSealed,
    # They moved times, of which nothing here is played.
    time_events.DeadlineMoved,
    time_events.GamePaused,
    time_events.IncidentReported,
    time_events.GameResumed,
    # What came of an offer is told by `SeatReplaced`.
    seat_events.SeatOffered,
    seat_events.OfferWithdrawn,
    time_events.IdleNoticed,
    time_events.VacationStarted,
    time_events.VacationEnded,
    # What came of an order is told by what follows.
    order_events.OrderGiven,
)
_ENDS = (lifecycle.GameFinished, lifecycle.GameAborted, lifecycle.GameExpired)
_RESULTS = (
    order_events.ResultAdjudicated,
    order_events.ResultAnnulled,
    order_events.ResultRestored,
)
_STRATEGY = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
_NO_TIME = datetime.fromtimestamp(0, UTC)
"""The times of the new game are not known yet, and nothing here asks for them."""


def reenact(
    file: ReplayFile, rules: AnyRuleset, created: lifecycle.GameCreated, holders: Sequence[str]
) -> tuple[list[Event], GameState]:
    """Return the events of the whole game, `created` the first of them, and where they lead.

    `holders` are opaque ids, one a seat, for the seats that people and bots held. The times of
    the state mean nothing. Raises `BadReplayError`.
    """
    reenactment = _Reenactment(file, rules, created, holders)
    for step in steps_of(file, rules):
        reenactment.take(step)
    reenactment.must_be_over()
    return reenactment.events, reenactment.state


def time_control_of(file: ReplayFile) -> TimeControl:
    """Return the time control that the game was created with; raise `BadReplayError`."""
    said: Any = file.events[0].data.get("time_control", {}) if file.events else {}
    pointer = "/events/0/data/time_control"
    if not isinstance(said, dict):
        raise BadReplayError("This is no time control.", pointer)
    try:
        return clocks.parse_time_control(cast("dict[str, Any]", said), rated_duel=False)
    except BadTimeControlError as error:
        raise BadReplayError(error.reason, pointer + error.pointer) from None


class _Reenactment:
    """One file on its way through rules and life cycle."""

    def __init__(
        self,
        file: ReplayFile,
        rules: AnyRuleset,
        created: lifecycle.GameCreated,
        holders: Sequence[str],
    ) -> None:
        self._file = file
        self._rules = rules
        self._holders = holders
        self._chance = FileChance(file, rules)
        self.state = begin(created, _NO_TIME)
        self.events: list[Event] = [created]
        self._expired: tuple[int, Seat] | None = None
        """The version of the last expiry, and whose decision it was."""
        self._moves: list[int] = []
        """The versions of the moves in the file that have not been undone."""
        self._pointer = ""

    def take(self, step: Step) -> None:
        """Go one step; raise `BadReplayError` where that cannot be."""
        self._pointer = step.pointer
        status = self.state.status
        match step.told:
            case MoveRow() as row:
                self._move(row)
                self._moves.append(step.version)
            case event if isinstance(event, _PASSED_OVER):
                pass
            case event if isinstance(event, _ENDS):
                self._end(event)
            case event if isinstance(event, _RESULTS):
                self._change_result(event)
            case event if status is Status.OPEN:
                self._before_the_start(event)
            case seat_events.SeatReplaced() as event if status is Status.RUNNING:
                self._replace(event)
            case event if status is Status.RUNNING:
                self._in_play(event, step.version)
            case _:
                raise self._bad("The game is over before.")

    def must_be_over(self) -> None:
        """Raise `BadReplayError` unless the file tells the game to its end, and no more."""
        if self.state.outcome is None:
            raise BadReplayError("The game in this file is not over.", "/events")
        if not self._chance.is_used_up():
            raise self._chance.refusal("The game needs no such shuffle.")
        if self.state.outcome != self._file.result:
            raise BadReplayError("The game ends with another result.", "/result")

    def _move(self, row: MoveRow) -> None:
        self._must(self.state.status is Status.RUNNING, "Nothing is played now.")
        seat = self._seat(row.seat)
        try:
            move = self._rules.parse_move(row.move)
            events = self._rules.decide(self.state.rules_state, seat, move, self._chance)
        except RuleError as refusal:
            raise self._bad(refusal.reason, "/move") from None
        except ScriptError:
            raise self._no_shuffle() from None
        self._add(*events)

    def _before_the_start(self, event: Event) -> None:
        match event:
            case seat_events.SeatTaken():
                self._sit_down(event)
            case seat_events.SeatLeft():
                seat = self._seat(event.seat)
                self._must(self.state.seats[seat].is_taken, "Nobody sits here.")
                self._add(event)
            case lifecycle.GameStarted():
                self._start(event)
            case time_events.DecisionExpired(kind=kind) if kind == REVEAL:
                pass
            case _:
                raise self._bad("This cannot be before the start.")

    def _sit_down(self, event: seat_events.SeatTaken) -> None:
        seat = self._seat(event.seat)
        self._must(not self.state.seats[seat].is_taken, "The seat is taken.")
        match event.kind:
            case SeatKind.HOUSE:
                self._must_be_strategy(event.strategy or "")
                taken = seat_events.SeatTaken(seat=seat, kind=event.kind, strategy=event.strategy)
            case SeatKind.PERSON | SeatKind.BOT:
                holder = self._holders[seat]
                taken = seat_events.SeatTaken(seat=seat, kind=event.kind, holder=holder)
            case _:
                raise self._bad("Nobody sits down so.")
        self._add(taken)

    def _start(self, event: lifecycle.GameStarted) -> None:
        state = self.state
        self._must(all(record.is_taken for record in state.seats), "Not every seat is held.")
        first = self._seat(event.first_seat)
        self._must(
            state.options["first_seat"] in {first, "random"}, "The options name another first seat."
        )
        seats = len(state.seats)
        options = self._rules.parse_options({**state.options, "first_seat": first}, seats)
        try:
            dealt = self._rules.deal(options, seats, self._chance)
        except ScriptError:
            raise self._no_shuffle() from None
        self._add(lifecycle.GameStarted(first_seat=first), *dealt)

    def _in_play(self, event: Event, version: int) -> None:
        state, seat = self.state, self._seat(event.seat)
        record = state.seats[seat]
        plays_on = record.is_owned and record.state is not SeatState.RESIGNED
        match event:
            case time_events.DecisionExpired():
                owed = {(one.seat, one.kind) for one in self._rules.decisions(state.rules_state)}
                self._must((seat, event.kind) in owed, "No such decision is open.")
                self._expired = version, seat
                self._add(event)
            case seat_events.SeatAway(strategy=strategy):
                self._must(plays_on and record.state is SeatState.PLAYING, "Nobody plays it.")
                self._must_be_strategy(strategy)
                self._add(event)
            case seat_events.SeatReturned():
                self._must(plays_on and record.state is SeatState.AWAY, "The seat is not away.")
                self._add(event)
            case seat_events.SeatRenamed():
                self._must(record.is_owned, "The seat is of no account.")
                self._add(event)
            case seat_events.AbortConsented():
                self._must(plays_on, "The seat has no say.")
                self._add(event)
            case seat_events.SeatResigned(strategy=strategy):
                self._must(record.state is not SeatState.RESIGNED, "The seat has resigned before.")
                self._must_be_strategy(strategy)
                expired = self._expired == (version - 1, seat)
                reason = EndReason.EXPIRY if expired else EndReason.RESIGNATION
                self._add(*give_up(state, seat, strategy=event.strategy, reason=reason))
            case undo_events.UndoRequested():
                to_version = self._back(event.to_version)
                self._must(consent.why_no_undo(state, seat) is None, "There is no undo here.")
                is_own = consent.version_to_go_back_to(state, seat) == to_version
                self._must(is_own, "An undo goes back to before the seat's last move.")
                self._add(undo_events.UndoRequested(seat=seat, to_version=to_version))
            case undo_events.UndoConsented():
                self._must(seat in consent.seats_waited_for(state), "Nobody waits for this seat.")
                self._add(event)
            case undo_events.UndoDeclined():
                self._must(consent.why_not_decline(state, seat) is None, "There is no undo here.")
                self._add(event)
            case undo_events.MoveUndone():
                to_version = self._back(event.to_version)
                undo, waited_for = state.undo, consent.seats_waited_for(state)
                agreed = undo.to_version == to_version and undo.consents[0] == seat
                self._must(agreed and not waited_for, "Not every seat has agreed.")
                self._moves = [one for one in self._moves if one <= event.to_version]
                self._add(undo_events.MoveUndone(seat=seat, to_version=to_version))
            case _:
                raise self._bad("This cannot be in play.")

    def _back(self, to_version: int) -> int:
        """Return the version in the new game for one in the file to which it goes back."""
        points = self.state.undo.points
        undone = [one for one in self._moves if one > to_version]
        possible = undone[:1] == [to_version + 1] and len(undone) <= len(points)
        self._must(possible, "The game cannot go back to there.")
        return points[-len(undone)].version

    def _replace(self, event: seat_events.SeatReplaced) -> None:
        seat = self._seat(event.seat)
        is_house = event.kind is SeatKind.HOUSE
        is_known = is_house or event.kind in {SeatKind.PERSON, SeatKind.BOT}
        fits = is_house == (event.strategy is not None)
        self._must(is_known and fits, "Nobody takes a seat over so.")
        self._must_be_strategy(event.strategy)
        holder = None if is_house else self._holders[seat]
        self._add(
            seat_events.SeatReplaced(
                seat=seat, kind=event.kind, holder=holder, strategy=event.strategy
            )
        )

    def _end(self, event: Event) -> None:
        """Break the game off, which people and the clock decide; all other ends have come before."""
        status, scores = self.state.status, self.state.scores()
        self._must(event.seat is None, "The end is not that of one seat.")
        match event:
            case lifecycle.GameFinished(outcome=outcome) if outcome.reason is EndReason.ADJUDICATED:
                possible, expected = status is Status.RUNNING, self._adjudicated(outcome)
            case lifecycle.GameFinished():
                self._must(status is Status.FINISHED, "The game is not over here.")
                self._must(event.outcome == self.state.outcome, "The game ends otherwise.")
                return
            case lifecycle.GameAborted(outcome=outcome):
                possible = status in {Status.OPEN, Status.RUNNING}
                expected = Outcome.of_nobody(scores=scores, reason=EndReason.ABORTED)
            case lifecycle.GameExpired(outcome=outcome):
                possible = status is Status.OPEN
                expected = Outcome.of_nobody(scores=scores, reason=EndReason.EXPIRY)
            case _:
                raise self._bad("This is no end.")
        self._must(possible and outcome == expected, "The game does not end so here.")
        self._add(event)

    def _change_result(self, event: Event) -> None:
        """Give a game that is over another result, which staff decides."""
        state = self.state
        match event:
            case order_events.ResultAdjudicated(outcome=outcome):
                possible, expected = state.started_at is not None, self._adjudicated(outcome)
            case order_events.ResultAnnulled(outcome=outcome):
                possible = state.outcome is not None and bool(state.outcome.winners)
                expected = annulled(state)
            case order_events.ResultRestored(outcome=outcome) if state.earlier_outcomes:
                possible, expected = True, state.earlier_outcomes[-1]
            case _:
                raise self._bad("There is no earlier result.")
        possible = possible and state.outcome not in {None, outcome}
        self._must(
            event.seat is None and possible and outcome == expected, "No result is changed so."
        )
        self._add(event)

    def _adjudicated(self, outcome: Outcome) -> Outcome:
        winners = {self._seat(seat) for seat in outcome.winners}
        self._must(bool(winners), "Nobody wins.")
        return adjudicated(self.state, winners)

    def _add(self, *events: Event) -> None:
        """Record and apply events, and the end of the game if the rules see it behind them."""
        state = self.state
        for event in events:
            evolve(state, event, _NO_TIME)
        self.events.extend(events)
        if state.status is Status.RUNNING:
            outcome = self._rules.outcome(state.rules_state, state.resigned)
            if outcome is not None:
                self._add(lifecycle.GameFinished(outcome=outcome))

    def _seat(self, seat: int | None) -> Seat:
        if seat is None or not 0 <= seat < len(self.state.seats):
            raise self._bad("There is no such seat.", "/seat")
        return Seat(seat)

    def _must_be_strategy(self, name: str | None) -> None:
        is_one = name is None or _STRATEGY.fullmatch(name) is not None
        self._must(is_one, "This is no name of a strategy.")

    def _must(self, holds: bool, reason: str) -> None:
        if not holds:
            raise self._bad(reason)

    def _no_shuffle(self) -> BadReplayError:
        return self._chance.refusal("The game needs another shuffle here.")

    def _bad(self, reason: str, where: str = "") -> BadReplayError:
        return BadReplayError(reason, self._pointer + where)
