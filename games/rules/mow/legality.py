"""Which moves are legal in Mow, and why another is not (1.5)."""

from games.engine.seats import Seat
from games.rules.mow.cards import ACROBAT, NUMBER, SLOWPOKE
from games.rules.mow.moves import PLAYS, SLOWPOKE_PLAYS, TAKE, MowMove, Play
from games.rules.mow.state import MowState


def legal_moves(state: MowState, seat: Seat) -> list[MowMove]:
    """Return every legal move of `seat`: plain cows by number, specials, `take`.

    `why_not` says the same of single moves; a test holds the two together.
    """
    if seat != state.turn:
        return []
    moves: list[MowMove] = []
    low, high = state.low, state.high
    slots: list[int] | None = None
    for card in state.hands[seat]:
        if card < ACROBAT:
            number = NUMBER[card]
            if number < low or number > high:
                moves += PLAYS[card]
        elif card < SLOWPOKE:
            if state.numbers >> NUMBER[card] & 1:
                moves += PLAYS[card]
        elif slots is None:  # The second slowpoke of a hand gives the same moves.
            slots = state.open_slots()
            for slot in slots:
                moves += SLOWPOKE_PLAYS[slot]
    if state.herd:
        moves.append(TAKE)
    return moves


def why_not(state: MowState, seat: Seat, move: MowMove) -> str | None:
    """Return the public reason why a move is illegal, or None if it is legal."""
    if seat != state.turn:
        return "The game is over." if state.is_over() else "It is not this seat's turn."
    if isinstance(move, Play):
        return _why_not_play(state, seat, move)
    return None if state.herd else "There is no herd to take."


def _why_not_play(state: MowState, seat: Seat, move: Play) -> str | None:
    card = move.card
    hand = state.hands[seat]
    if card >= SLOWPOKE:
        if SLOWPOKE not in hand and SLOWPOKE + 1 not in hand:
            return "There is no slowpoke in your hand."
        return None if move.slot in state.open_slots() else "That is no open slot of the herd."
    if card not in hand:
        return "That card is not in your hand."
    number = NUMBER[card]
    if card >= ACROBAT:
        on_its_cow = state.numbers >> number & 1
        return None if on_its_cow else "No plain cow of its number is in the herd."
    fits = number < state.low or number > state.high
    return None if fits else "Its number is neither below the lowest nor above the highest."
