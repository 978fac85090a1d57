"""Positions of Mow as people write them (rules.md 0.3).

A position is the whole truth about a game at one moment. Missing keys take their defaults, and
cards may be missing from the pack.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from games.engine.card_sets import cards_of, mask_of
from games.engine.cards import Card
from games.engine.errors import BadPositionError
from games.engine.seats import Seat
from games.rules.mow.cards import ACROBAT, NUMBER, PACK, SLOWPOKE, TOP_NUMBER
from games.rules.mow.moves import Arrow
from games.rules.mow.observation import herd_codes, phase
from games.rules.mow.state import NOBODY, MowState

T = TypeVar("T")

_SLOTS = {str(slot): slot for slot in range(1, TOP_NUMBER)}

_Count = Annotated[int, msgspec.Meta(ge=0)]


class _Position(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    hands: list[list[str]] = []
    deck: list[str] = []
    herd: list[str] = []
    stables: list[list[str]] = []
    totals: list[_Count] = []
    arrow: Arrow = "L"
    phase: Literal["turn", "open"] = "turn"
    turn: _Count | None = 0
    starter: _Count = 0
    round: Annotated[int, msgspec.Meta(ge=1)] = 1


def read_position(raw: Mapping[str, Any], *, limit: int, seats: int) -> MowState:
    """Return the state a position describes; raise `BadPositionError`."""
    try:
        position = msgspec.convert(raw, _Position)
    except msgspec.ValidationError as error:
        raise BadPositionError(str(error)) from None
    taken: set[Card] = set()
    state = MowState(
        limit=limit,
        hands=[
            sorted(_take_all(hand, taken)) for hand in _per_seat("hands", position.hands, seats, [])
        ],
        stables=[
            mask_of(_take_all(stable, taken))
            for stable in _per_seat("stables", position.stables, seats, [])
        ],
        totals=_per_seat("totals", position.totals, seats, 0),
        arrow=position.arrow,
        opening=position.phase == "open",
        starter=_seat(position.starter, seats),
        round=position.round,
        opened=1,
    )
    _lay_herd(state, position.herd, taken)
    state.deck = _take_all(position.deck, taken)[::-1]
    if state.opening and (state.herd or not state.deck):
        raise BadPositionError("A herd is opened only where none lies and the deck has cards.")
    if not state.is_over():
        if position.turn is None:
            raise BadPositionError("The game is not over, so it is somebody's turn.")
        state.turn = _seat(position.turn, seats)
    return state


def write_position(state: MowState) -> dict[str, Any]:
    """Return the position of a state, with every key."""
    return {
        "hands": [PACK.codes(hand) for hand in state.hands],
        "deck": PACK.codes(reversed(state.deck)),
        "herd": herd_codes(state),
        "stables": [PACK.codes(cards_of(stable)) for stable in state.stables],
        "totals": list(state.totals),
        "arrow": state.arrow,
        "phase": phase(state),
        "turn": None if state.turn == NOBODY else state.turn,
        "starter": state.starter,
        "round": state.round,
    }


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


def _lay_herd(state: MowState, places: list[str], taken: set[Card]) -> None:
    last = -1
    for place in places:
        cow, _, acrobat = place.partition("^")
        number = _lay_slowpoke(state, cow, taken) if "@" in cow else _lay_cow(state, cow, taken)
        if number <= last:
            raise BadPositionError("The numbers of a herd rise from its low end.")
        last = number
        if acrobat:
            _lay_acrobat(state, cow, acrobat, taken)
    if any(not state.low < slot < state.high for slot in cards_of(state.slots)):
        raise BadPositionError("A slowpoke stands between two cows.")


def _lay_cow(state: MowState, code: str, taken: set[Card]) -> int:
    card = PACK.take(code, taken)
    if card >= ACROBAT:
        raise BadPositionError(f"{code!r} does not stand in a herd by itself.")
    number = NUMBER[card]
    state.herd |= 1 << card
    state.numbers |= 1 << number
    state.low = min(state.low, number)
    state.high = max(state.high, number)
    return number


def _lay_slowpoke(state: MowState, place: str, taken: set[Card]) -> int:
    code, _, slot = place.partition("@")
    if code != "S" or slot not in _SLOTS:
        raise BadPositionError(f"{place!r} is no place in a herd.")
    state.herd |= 1 << PACK.take(code, taken)
    state.slots |= 1 << _SLOTS[slot]
    return _SLOTS[slot]


def _lay_acrobat(state: MowState, cow: str, code: str, taken: set[Card]) -> None:
    card = PACK.take(code, taken)
    if not ACROBAT <= card < SLOWPOKE or not cow.startswith(f"{NUMBER[card]}."):
        raise BadPositionError("An acrobat lies on the plain cow of its number.")
    state.herd |= 1 << card
