"""Ends that do not come from the rules: a seat gives up, all break off, or staff decides."""

from collections.abc import Collection, Iterable

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


def agreed_end(game: GameState, events: Iterable[Event]) -> lifecycle.GameAborted | None:
    """Return the end of a game that all who have a say have agreed to break off, or None.

    It comes in the commit, of `events`, that brings the last consent, or takes the say of the last
    one who has not agreed. Who comes back to a seat ends nothing by what they said before.
    """
    settling = [event for event in events if isinstance(event, _SETTLES)]
    asking = {one.seat for one in settling if isinstance(one, seat_events.AbortConsented)}
    heard = [record for seat, record in enumerate(game.seats) if record.has_a_say or seat in asking]
    agreed = bool(heard) and all(record.abort_consent for record in heard)
    return broken_off(game) if settling and agreed else None


_SETTLES = (
    seat_events.AbortConsented,
    seat_events.SeatAway,
    seat_events.SeatRenamed,
    seat_events.SeatReplaced,
    seat_events.SeatResigned,
)
"""Events that bring a consent, or after which there may be one less to be waited for."""


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
