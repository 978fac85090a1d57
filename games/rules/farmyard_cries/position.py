"""Positions of Farmyard Cries as people write them (rules.md 0.3).

A position is the whole truth about a game at one moment. Missing keys take their defaults, and
cards may be missing from the pack.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from games.engine.card_sets import cards_of, mask_of
from games.engine.cards import Card
from games.engine.errors import BadPositionError
from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import PACK, GroupId, codes_of, find_set
from games.rules.farmyard_cries.legality import legal_moves
from games.rules.farmyard_cries.state import NOBODY, UNSEALED, FarmyardState, Phase, Tie

_Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class _Stacks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    A: tuple[str, ...] = ()
    B: tuple[str, ...] = ()


class _Position(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    hands: list[list[str]]
    stacks: _Stacks = _Stacks()
    farmyard: list[str] = []
    dealer: _Count = 0
    turn: _Count | msgspec.UnsetType | None = msgspec.UNSET
    phase: Phase = "turn"
    caller: _Count | None = None
    chosen: dict[str, str] = {}
    prev_swap: bool = False
    cries: list[tuple[_Count, GroupId]] = []
    scores: list[_Count] = []
    round: Annotated[int, msgspec.Meta(ge=1, le=2**53)] = 1
    turns: _Count = 0


def read_position(
    raw: Mapping[str, Any], *, target: int, turn_cap: int, tie: Tie, seats: int
) -> FarmyardState:
    """Return the state a position describes; raise `BadPositionError`."""
    try:
        position = msgspec.convert(raw, _Position)
    except msgspec.ValidationError as error:
        raise BadPositionError(str(error)) from None
    taken: set[Card] = set()
    state = FarmyardState(
        target=target,
        turn_cap=turn_cap,
        tie=tie,
        hands=[mask_of(_take_all(hand, taken)) for hand in _hands(position.hands, seats)],
        scores=_scores(position.scores, seats, target),
        stack_a=_take_all(position.stacks.A, taken)[::-1],
        stack_b=_take_all(position.stacks.B, taken)[::-1],
        farmyard=_take_all(position.farmyard, taken)[::-1],
        phase=position.phase,
        dealer=_seat(position.dealer, seats),
        round=position.round,
        turns=position.turns,
        prev_swap=position.prev_swap,
        sealed=(UNSEALED,) * seats,
        cries=tuple((_seat(seat, seats), group) for seat, group in position.cries),
        opened=1,
    )
    if len(set(state.cries)) < len(state.cries):
        raise BadPositionError("A seat cries a group once in a round.")
    if state.is_over():
        _check_end(state, position)
        return state
    turn = state.dealer if position.turn is msgspec.UNSET else position.turn
    if turn is None:
        raise BadPositionError("The game is not over, so it is somebody's turn.")
    state.turn = _seat(turn, seats)
    _read_phase(state, position)
    return state


def write_position(state: FarmyardState) -> dict[str, Any]:
    """Return the position of a state, with every key."""
    return {
        "hands": [codes_of(cards_of(hand)) for hand in state.hands],
        "stacks": {
            "A": PACK.codes(reversed(state.stack_a)),
            "B": PACK.codes(reversed(state.stack_b)),
        },
        "farmyard": PACK.codes(reversed(state.farmyard)),
        "dealer": state.dealer,
        "turn": None if state.turn == NOBODY else state.turn,
        "phase": state.phase,
        "caller": None if state.caller == NOBODY else state.caller,
        "chosen": {
            str(seat): PACK.code_of[card]
            for seat, card in enumerate(state.sealed)
            if card != UNSEALED
        },
        "prev_swap": state.prev_swap,
        "cries": [[seat, group] for seat, group in state.cries],
        "scores": list(state.scores),
        "round": state.round,
        "turns": state.turns,
    }


def _read_phase(state: FarmyardState, position: _Position) -> None:
    """Read what belongs to the phase, and refuse what cannot be while a round is played."""
    seats = len(state.hands)
    holders = tuple(Seat(seat) for seat in range(seats) if find_set(state.hands[seat]))
    if position.chosen and state.phase != "swap":
        raise BadPositionError("Only in a swap has anybody chosen a card.")
    if position.caller is not None:
        if state.phase == "turn" or position.caller != state.turn:
            raise BadPositionError("The caller of a swap has the turn until it is over.")
        state.caller = state.turn
    if state.phase == "race":
        if len(holders) < 2:  # noqa: PLR2004 - one alone has won
            raise BadPositionError("Two or more seats that hold a set make a race.")
        state.racing = holders
        return
    if holders:
        raise BadPositionError("A seat that holds a set has won the round.")
    if state.phase == "swap":
        state.caller = state.turn
        state.sealed = _sealed(position.chosen, state.hands)
    elif not legal_moves(state, state.turn):
        raise BadPositionError("The seat to act has nothing to do.")


def _sealed(chosen: Mapping[str, str], hands: list[int]) -> tuple[Card, ...]:
    sealed = [UNSEALED] * len(hands)
    for key, code in chosen.items():
        seat = next((s for s in range(len(hands)) if str(s) == key), None)
        if seat is None or not hands[seat] >> PACK.first(code) & 1:
            raise BadPositionError("`chosen` has for a seat a card of its hand.")
        sealed[seat] = PACK.first(code)
    if UNSEALED not in sealed:
        raise BadPositionError("When every seat has chosen, the swap is over.")
    return tuple(sealed)


def _check_end(state: FarmyardState, position: _Position) -> None:
    if isinstance(position.turn, int) or state.phase != "turn" or position.caller is not None:
        raise BadPositionError("The game is over, so it is nobody's turn.")
    if position.chosen:
        raise BadPositionError("Only in a swap has anybody chosen a card.")


def _take_all(codes: Iterable[str], taken: set[Card]) -> list[Card]:
    return [PACK.take(code, taken) for code in codes]


def _hands(hands: list[list[str]], seats: int) -> list[list[str]]:
    if len(hands) != seats or not all(hands):
        raise BadPositionError(f"`hands` needs cards for each of the {seats} seats.")
    return hands


def _scores(scores: list[int], seats: int, target: int) -> tuple[int, ...]:
    if scores and len(scores) != seats:
        raise BadPositionError(f"`scores` needs one entry for each of the {seats} seats.")
    if sum(score >= target for score in scores) > 1:
        raise BadPositionError("Only one seat can have reached the target.")
    return tuple(scores) or (0,) * seats


def _seat(number: int, seats: int) -> Seat:
    if number >= seats:
        raise BadPositionError(f"There is no seat {number}.")
    return Seat(number)
