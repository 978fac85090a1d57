"""Ends that do not come from the rules: a seat gives up, all break off, or staff decides."""

from collections.abc import Collection

from games.engine import lifecycle, seat_events
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.outcome import EndReason, Outcome
from games.engine.seat_records import SeatState
from games.engine.seats import Seat


def broken_off(game: GameState) -> lifecycle.GameAborted:
    """Return the end of a game that nobody wins or loses."""
    outcome = Outcome.of_nobody(scores=game.scores(), reason=EndReason.ABORTED)
    return lifecycle.GameAborted(outcome=outcome)


def adjudicated(game: GameState, winners: Collection[Seat]) -> Outcome:
    """Return the outcome of a game that staff has decided, with the scores as they stand."""
    return Outcome.of(
        winners=winners,
        scores=game.scores(),
        seats=len(game.seats),
        reason=EndReason.ADJUDICATED,
    )


def annulled(game: GameState) -> Outcome:
    """Return the outcome of a game whose result does not count."""
    return Outcome.of_nobody(scores=game.scores(), reason=EndReason.ANNULLED)


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
    resigned = seat_events.SeatResigned(seat=seat, strategy=strategy)
    if len(playing) >= 2 and any(game.seats[other].is_owned for other in playing):  # noqa: PLR2004 - a game needs two
        return [resigned]
    outcome = Outcome.of(
        winners=playing, scores=game.scores(), seats=len(game.seats), reason=reason
    )
    return [resigned, lifecycle.GameFinished(outcome=outcome)]
