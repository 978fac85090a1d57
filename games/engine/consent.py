"""Who must agree to an undo, to where it would go, and why one cannot be had."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from games.engine.game import GameState, Status
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.engine.undo_events import MoveUndone

MOST_UNDONE = 20
"""So many times a game goes back at most, for each time gives somebody a full time anew."""


class NoUndo(StrEnum):
    """Why a seat cannot have an undo, or agree to one; public facts, all of them."""

    NOT_RUNNING = "not_running"
    NOT_SEATED = "not_seated"
    RESIGNED = "seat_resigned"
    AWAY = "seat_away"
    NEVER = "never"
    USED_UP = "used_up"
    WAITING = "waiting"
    DECLINED = "declined"
    REVEALED = "revealed"
    NOT_ASKED = "not_asked"
    OTHER_VERSION = "other_version"
    OVERDUE = "overdue"


REASONS: Mapping[NoUndo, str] = {
    NoUndo.NOT_RUNNING: "Nothing is played in this game now.",
    NoUndo.NOT_SEATED: "You hold no seat of this game.",
    NoUndo.RESIGNED: "Your seat has resigned.",
    NoUndo.AWAY: "Your seat is away; take it back first.",
    NoUndo.NEVER: "In this card game every move shows somebody something.",
    NoUndo.USED_UP: f"This game has gone back {MOST_UNDONE} times; that is all.",
    NoUndo.WAITING: "You have agreed; other seats have not yet.",
    NoUndo.DECLINED: "It was declined. Ask again after another move.",
    NoUndo.REVEALED: "Since your last move somebody was shown something, or cards were shuffled.",
    NoUndo.NOT_ASKED: "Nobody asks for an undo.",
    NoUndo.OTHER_VERSION: "Another version is gone back to, see `undo` in the game view.",
    NoUndo.OVERDUE: "A decision has expired; its consequence comes first.",
}
"""Each told to whoever asks."""


def seats_waited_for(game: GameState) -> list[Seat]:
    """Return the seats whose consent to an undo is missing."""
    consents = game.undo.consents
    return [
        seat for seat in game.seat_numbers if game.seats[seat].has_a_say and seat not in consents
    ]


def is_overdue(game: GameState, now: datetime) -> bool:
    """Answer whether a decision has expired that no sweep has found yet; it must not be new again.

    Of one whose seat is played by the house already that is no matter.
    """
    return any(owed.is_due(now) and game.seats[owed.seat].has_a_say for owed in game.owed)


def agreed_undo(game: GameState, now: datetime) -> MoveUndone | None:
    """Return the undo that was asked for and for which nobody is waited any more, if there is one.

    It comes in the commit that brings the last consent, or takes the last one who has not agreed.
    """
    undo = game.undo
    if undo.to_version is None or seats_waited_for(game) or is_overdue(game, now):
        return None
    return MoveUndone(seat=undo.consents[0], to_version=undo.to_version)


def version_to_go_back_to(game: GameState, seat: Seat | None) -> int | None:
    """Return the version that was asked for, or else that before the last move of `seat`.

    None if nobody asked and that move cannot be undone.
    """
    if game.undo.to_version is not None or seat is None:
        return game.undo.to_version
    point = game.undo.last_of(seat)
    return None if point is None else point.version


def why_no_undo(game: GameState, seat: Seat | None) -> NoUndo | None:
    """Return why `seat` (None: a spectator) cannot ask for an undo, or agree to one, now.

    None if it can.
    """
    if game.status is not Status.RUNNING or not game.rules_installed:
        return NoUndo.NOT_RUNNING
    if seat is None:
        return NoUndo.NOT_SEATED
    undo, state = game.undo, game.seats[seat].state
    if state is not SeatState.PLAYING:
        return NoUndo.AWAY if state is SeatState.AWAY else NoUndo.RESIGNED
    if not any(event_type.tells_nothing for event_type in game.game_rules.event_types):
        return NoUndo.NEVER
    if undo.count >= MOST_UNDONE:
        return NoUndo.USED_UP
    if undo.to_version is not None:
        return NoUndo.WAITING if seat in undo.consents else None
    if undo.is_declined:
        return NoUndo.DECLINED
    return NoUndo.REVEALED if undo.last_of(seat) is None else None


def why_not_decline(game: GameState, seat: Seat) -> NoUndo | None:
    """Return why `seat` cannot decline an undo, or take its consent back; None if it can."""
    if not game.seats[seat].has_a_say:
        return NoUndo.AWAY
    return NoUndo.NOT_ASKED if game.undo.to_version is None else None
