"""The state of Magpies, its position and its observation."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.engine.cards import Card
from games.engine.errors import BadPositionError
from games.engine.observation import Observation
from games.engine.ruleset import State
from games.engine.seats import Seat
from tests.rules.planted.magpies.cards import PACK

UNSEALED = -1


class MagpieState(State):
    hands: list[list[Card]]
    deck: list[Card]
    nest: list[Card]
    sealed: list[Card]
    """Per seat; the card stays in the hand until it is turned up."""
    points: list[int]
    buried: list[bool]
    opened: list[int]
    round: int = 0
    shuffles: int = 0

    def copy(self) -> "MagpieState":
        return MagpieState(
            hands=[[*hand] for hand in self.hands],
            deck=[*self.deck],
            nest=[*self.nest],
            sealed=[*self.sealed],
            points=[*self.points],
            buried=[*self.buried],
            opened=[*self.opened],
            round=self.round,
            shuffles=self.shuffles,
        )


class MagpieObservation(Observation, frozen=True, kw_only=True):
    hand: list[str] | None
    hand_sizes: list[int]
    deck_size: int
    sealed: list[Seat]
    my_card: str | None
    nest: list[str]
    points: list[int]
    buried: list[bool]
    round: int


def observe(state: MagpieState, seat: Seat | None) -> MagpieObservation:
    mine = UNSEALED if seat is None else state.sealed[seat]
    return MagpieObservation(
        hand=None if seat is None else PACK.codes(state.hands[seat]),
        hand_sizes=[len(hand) for hand in state.hands],
        deck_size=len(state.deck),
        sealed=[Seat(seat) for seat, card in enumerate(state.sealed) if card != UNSEALED],
        my_card=None if mine == UNSEALED else PACK.code_of[mine],
        nest=PACK.codes(state.nest),
        points=[*state.points],
        buried=[*state.buried],
        round=state.round,
    )


class _Position(msgspec.Struct, forbid_unknown_fields=True):
    hands: list[list[str]]
    deck: list[str] = []
    nest: list[str] = []
    chosen: dict[str, str] = {}
    points: list[int] = []
    buried: list[bool] = []
    round: int = 1


def read_position(raw: Mapping[str, Any], seats: int) -> MagpieState:
    try:
        position = msgspec.convert(raw, _Position)
    except msgspec.ValidationError as error:
        raise BadPositionError(str(error)) from None
    if {len(position.hands), *(len(row) or seats for row in (position.points, position.buried))} != {seats}:  # fmt: skip
        raise BadPositionError(f"A position needs {seats} seats.")
    taken: set[Card] = set()
    hands = [sorted(PACK.take(code, taken) for code in hand) for hand in position.hands]
    sealed = [UNSEALED] * seats
    for key, code in position.chosen.items():
        seat = next((seat for seat in range(seats) if str(seat) == key), None)
        if seat is None or code not in PACK.codes(hands[seat]):
            raise BadPositionError("A seat has chosen one of its own cards.")
        sealed[seat] = next(card for card in hands[seat] if PACK.code_of[card] == code)
    return MagpieState(
        hands=hands,
        deck=[PACK.take(code, taken) for code in position.deck],
        nest=[PACK.take(code, taken) for code in position.nest],
        sealed=sealed,
        points=position.points or [0] * seats,
        buried=position.buried or [False] * seats,
        opened=[1] * seats,
        round=position.round,
    )


def write_position(state: MagpieState) -> dict[str, Any]:
    chosen = {str(s): PACK.code_of[c] for s, c in enumerate(state.sealed) if c != UNSEALED}
    return {
        "hands": [PACK.codes(hand) for hand in state.hands],
        "deck": PACK.codes(state.deck),
        "nest": PACK.codes(state.nest),
        "chosen": chosen,
        "points": [*state.points],
        "buried": [*state.buried],
        "round": state.round,
    }
