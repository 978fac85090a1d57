"""Positions of the Tortoise Game as people write them (rules.md 0.3).

A position is the whole truth about a game at one moment. With an `offerer` the offer lies on the
table already, that hand in the order offered; without one it is a deal before the throw-out, or a
finished game. Missing keys take their defaults, and cards may be missing from the pack.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from games.engine.card_sets import mask_of
from games.engine.cards import Card
from games.engine.errors import BadPositionError
from games.engine.seats import Seat
from games.rules.tortoise.cards import PACK, TORTOISE, cards_of, pairs_in
from games.rules.tortoise.going import NOBODY
from games.rules.tortoise.observation import seat_or_none
from games.rules.tortoise.state import TortoiseState

_Count = Annotated[int, msgspec.Meta(ge=0)]
_Counter = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]


class _Position(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    hands: list[list[str]]
    dealer: _Count | None = None
    offerer: _Count | None = None
    out: list[_Count] | None = None
    turns: _Counter = 0


def read_position(raw: Mapping[str, Any], *, turn_cap: int, seats: int) -> TortoiseState:
    """Return the state a position describes; raise `BadPositionError`."""
    try:
        position = msgspec.convert(raw, _Position)
    except msgspec.ValidationError as error:
        raise BadPositionError(str(error)) from None
    if len(position.hands) != seats:
        raise BadPositionError(f"`hands` needs one entry for each of the {seats} seats.")
    taken: set[Card] = set()
    hands = [[PACK.take(code, taken) for code in hand] for hand in position.hands]
    if TORTOISE not in taken:
        raise BadPositionError("Somebody holds the Tortoise (K1).")
    state = TortoiseState(
        turn_cap=turn_cap,
        hands=[mask_of(hand) for hand in hands],
        dealer=Seat(seats - 1) if position.dealer is None else _seat(position.dealer, seats),
        turns=position.turns,
    )
    state.out = _out(position.out, state.hands)
    if position.offerer is not None:
        _lay_offer(state, _seat(position.offerer, seats), hands[position.offerer])
    elif state.is_capped(state.turns) or (_is_one_left(state) and not pairs_in(max(state.hands))):
        state.loser = state.holder_of(TORTOISE)
    return state


def write_position(state: TortoiseState) -> dict[str, Any]:
    """Return the position of a state, with every key."""
    hands = [PACK.codes(cards_of(hand)) for hand in state.hands]
    if state.offerer != NOBODY:
        hands[state.offerer] = PACK.codes(state.offer)
    return {
        "hands": hands,
        "dealer": state.dealer,
        "offerer": seat_or_none(state.offerer),
        "out": list(state.out),
        "turns": state.turns,
    }


def _seat(number: int, seats: int) -> Seat:
    if number >= seats:
        raise BadPositionError(f"There is no seat {number}.")
    return Seat(number)


def _out(told: list[int] | None, hands: list[int]) -> list[Seat]:
    without_cards = [Seat(seat) for seat, hand in enumerate(hands) if not hand]
    if told is None:
        return without_cards
    if sorted(told) != without_cards:
        raise BadPositionError("`out` names the seats without cards, each once.")
    return [Seat(seat) for seat in told]


def _is_one_left(state: TortoiseState) -> bool:
    return len(state.out) == len(state.hands) - 1


def _lay_offer(state: TortoiseState, offerer: Seat, order: list[Card]) -> None:
    if any(pairs_in(hand) for hand in state.hands):
        raise BadPositionError("While a hand is on offer nobody holds a pair.")
    if any(hand.bit_count() == 1 for hand in state.hands):
        raise BadPositionError("While a hand is on offer nobody has a single card.")
    if not state.hands[offerer] or _is_one_left(state):
        raise BadPositionError("An offer needs a seat with cards and another that draws.")
    state.offer_hand(offerer, order)
    state.shuffles = 0
