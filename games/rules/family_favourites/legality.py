"""Which moves are legal in Family Favourites, and why another is not (3.5)."""

from games.engine.seats import Seat
from games.rules.family_favourites.cards import JOKER, JOKERS
from games.rules.family_favourites.moves import (
    DRAW,
    JOKER_PLAYS,
    PASS,
    PLAYS,
    Draw,
    FamilyMove,
    Play,
)
from games.rules.family_favourites.state import FamilyState

_FIRST_COPIES = sum(1 << card for card in range(0, JOKER, 2))


def legal_moves(state: FamilyState, seat: Seat) -> list[FamilyMove]:
    """Return every legal move of `seat`: its cards in the order of the pack, or `draw`, or `pass`.

    `why_not` says the same of single moves; a test holds the two together.
    """
    if seat != state.turn:
        return []
    fitting = state.hands[seat] & state.fitting()
    if not fitting:
        return [DRAW if state.can_draw() else PASS]
    moves: list[FamilyMove] = []
    # The copies of a picture are neighbours and give one move.
    left = (fitting | fitting >> 1) & _FIRST_COPIES
    while left:
        lowest = left & -left
        moves.append(PLAYS[lowest.bit_length() - 1])
        left ^= lowest
    if fitting & JOKERS:
        moves += JOKER_PLAYS
    return moves


def why_not(state: FamilyState, seat: Seat, move: FamilyMove) -> str | None:
    """Return the public reason why a move is illegal, or None if it is legal."""
    if seat != state.turn:
        return "The game is over." if state.is_over() else "It is not this seat's turn."
    if isinstance(move, Play):
        return _why_not_play(state, seat, move)
    if state.hands[seat] & state.fitting():
        return "There is a card in your hand that can be played."
    if isinstance(move, Draw):
        return None if state.can_draw() else "There is no card to draw."
    return "There is a card to draw." if state.can_draw() else None


def _why_not_play(state: FamilyState, seat: Seat, move: Play) -> str | None:
    if not state.has(seat, move.card):
        return "That card is not in your hand."
    if state.fitting() >> move.card & 1:
        return None
    if state.call is not None:
        return f"A {state.call} was called."
    return "It has neither the colour nor the number of the top card."
