"""Positions: the whole truth at one moment, in a form people can write by hand (0.3)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from games.engine.card_sets import cards_of, mask_of
from games.engine.cards import Card
from games.engine.errors import BadPositionError
from games.engine.seats import Seat, left_of
from games.rules.family_favourites.cards import JOKER, PACK, Call
from games.rules.family_favourites.state import NOBODY, FamilyState

T = TypeVar("T")

_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]


class _Position(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    hands: list[list[str]] = []
    draw_pile: list[str] = []
    played: list[str] = []
    call: Call | None = None
    dealer: _Count = 0
    turn: _Count | msgspec.UnsetType | None = msgspec.UNSET
    passes: _Count = 0
    hand: Annotated[int, msgspec.Meta(ge=1)] = 1
    """The number of the round; its own word in positions."""
    totals: list[_Count] = []
    turns: _Count = 0


def read_position(raw: Mapping[str, Any], *, rounds: int, turn_cap: int, seats: int) -> FamilyState:
    """Return the state a position describes; raise `BadPositionError`."""
    try:
        position = msgspec.convert(raw, _Position)
    except msgspec.ValidationError as error:
        raise BadPositionError(str(error)) from None
    taken: set[Card] = set()
    hands = _per_seat("hands", position.hands, seats, [])
    state = FamilyState(
        rounds=rounds,
        turn_cap=turn_cap,
        hands=[mask_of(_take_all(hand, taken)) for hand in hands],
        totals=tuple(_per_seat("totals", position.totals, seats, 0)),
        draw_pile=_take_all(position.draw_pile, taken)[::-1],
        played=_take_all(position.played, taken)[::-1],
        call=position.call,
        dealer=_seat(position.dealer, seats),
        passes=position.passes,
        turns=position.turns,
        round=position.hand,
        opened=1,
    )
    _check_top(state)
    if state.round > rounds:
        raise BadPositionError(f"This game has only {rounds} hands.")
    if position.turn is None:
        if not state.is_over():
            raise BadPositionError("The game is not over, so it is somebody's turn.")
    elif position.turn is msgspec.UNSET:
        state.turn = left_of(state.dealer, seats)
    else:
        state.turn = _seat(position.turn, seats)
    if state.turn != NOBODY and state.passes >= seats:
        raise BadPositionError("When everybody has passed, the hand is over.")
    return state


def write_position(state: FamilyState) -> dict[str, Any]:
    """Return the position of a state, with every key."""
    return {
        "hands": [PACK.codes(cards_of(hand)) for hand in state.hands],
        "draw_pile": PACK.codes(reversed(state.draw_pile)),
        "played": PACK.codes(reversed(state.played)),
        "call": state.call,
        "dealer": state.dealer,
        "turn": None if state.turn == NOBODY else state.turn,
        "passes": state.passes,
        "hand": state.round,
        "totals": list(state.totals),
        "turns": state.turns,
    }


def _check_top(state: FamilyState) -> None:
    is_joker = bool(state.played) and state.played[-1] >= JOKER
    if is_joker != (state.call is not None):
        raise BadPositionError("There is a call exactly while a joker is the top card.")


def _take_all(codes: Iterable[str], taken: set[Card]) -> list[Card]:
    return [PACK.take(code, taken) for code in codes]


def _per_seat(key: str, rows: list[T], seats: int, default: T) -> list[T]:
    if not rows:
        return [default] * seats
    if len(rows) != seats:
        raise BadPositionError(f"`{key}` needs one entry for each of the {seats} seats.")
    return rows


def _seat(number: int, seats: int) -> Seat:
    if number >= seats:
        raise BadPositionError(f"There is no seat {number}.")
    return Seat(number)
