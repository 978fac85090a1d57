"""Which moves are legal in Farmyard Cries, and why another is not (2.5)."""

from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import find_cries
from games.rules.farmyard_cries.moves import (
    CRIES,
    FROM_A,
    FROM_B,
    LAY_DOWN,
    PASSES,
    SWAP,
    Cry,
    Exchange,
    FarmyardMove,
    Pass,
    Swap,
)
from games.rules.farmyard_cries.state import NOBODY, UNSEALED, FarmyardState

_RACE = "A race is on; only lay-down is legal."


def legal_moves(state: FarmyardState, seat: Seat) -> list[FarmyardMove]:
    """Return the moves that answer what `seat` owes: exchanges by card, then `swap`.

    `why_not` says the same of single moves; a test holds the two together.
    """
    moves: list[FarmyardMove] = []
    if state.phase == "race":
        return [LAY_DOWN] if seat in state.racing else moves
    hand = state.hands[seat]
    if state.phase == "swap":
        if state.sealed[seat] == UNSEALED:
            while hand:
                bit = hand & -hand
                hand ^= bit
                moves.append(PASSES[bit])
        return moves
    if seat != state.turn:
        return moves
    # Only a position written by hand has an empty stack.
    from_a, from_b = bool(state.stack_a), bool(state.stack_b)
    while hand:
        bit = hand & -hand
        hand ^= bit
        if from_a:
            moves.append(FROM_A[bit])
        if from_b:
            moves.append(FROM_B[bit])
    if not state.prev_swap:
        moves.append(SWAP)
    return moves


def free_moves(state: FarmyardState, seat: Seat) -> list[FarmyardMove]:
    """Return the cries that `seat` may make, at any time but in a race (2.8.13, 2.8.14)."""
    if state.phase == "race" or state.turn == NOBODY:
        return []
    return [
        CRIES[group.id]
        for group in find_cries(state.hands[seat])
        if (seat, group.id) not in state.cries
    ]


def why_not(state: FarmyardState, seat: Seat, move: FarmyardMove) -> str | None:
    """Return the public reason why a move is illegal, or None if it is legal."""
    if state.turn == NOBODY:
        return "The game is over."
    match move:
        case Exchange():
            return _why_not_a_turn(state, seat) or _why_not_exchange(state, seat, move)
        case Pass():
            return _why_not_pass(state, seat, move)
        case Cry():
            return _why_not_cry(state, seat, move)
        case Swap():
            barred = "Right after a swap there is no other." if state.prev_swap else None
            return _why_not_a_turn(state, seat) or barred
        case _:
            if state.phase != "race":
                return "There is no race."
            return None if seat in state.racing else "This seat is not in the race."


def _why_not_a_turn(state: FarmyardState, seat: Seat) -> str | None:
    if state.phase == "race":
        return _RACE
    if state.phase == "swap":
        return "A swap is going on."
    return None if seat == state.turn else "It is not this seat's turn."


def _why_not_exchange(state: FarmyardState, seat: Seat, move: Exchange) -> str | None:
    if not state.hands[seat] >> move.card & 1:
        return "That card is not in your hand."
    return None if state.stack(move.stack) else "There is no card in that stack."


def _why_not_pass(state: FarmyardState, seat: Seat, move: Pass) -> str | None:
    if state.phase == "race":
        return _RACE
    if state.phase != "swap":
        return "No swap is going on."
    if state.sealed[seat] != UNSEALED:
        return "This seat has sealed a card; that cannot be changed."
    return None if state.hands[seat] >> move.card & 1 else "That card is not in your hand."


def _why_not_cry(state: FarmyardState, seat: Seat, move: Cry) -> str | None:
    if state.phase == "race":
        return _RACE
    if (seat, move.group) in state.cries:
        return "This seat has cried that group in this round."
    if any(group.id == move.group for group in find_cries(state.hands[seat])):
        return None
    return "A cry takes Mother, Where found and Breed of the group in your hand."
