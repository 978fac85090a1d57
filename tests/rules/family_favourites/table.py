"""A table of Family Favourites for tests: positions in, texts of moves and events out."""

import random
from collections.abc import Sequence
from typing import Any

from games.engine.chance import Chance, CodedChance, RandomChance
from games.engine.events import Event
from games.engine.outcome import Outcome
from games.engine.seats import Seat
from games.rules.family_favourites.cards import PACK
from games.rules.family_favourites.game import RULESET
from games.rules.family_favourites.state import FamilyState

PACK_ORDER = list(PACK.code_of)
FOR_THREE = 18
"""How many cards are dealt to three seats."""


def lay(*hands: str, options: dict[str, Any] | None = None, **position: Any) -> FamilyState:
    """Return a state, seat 0 to act, in which each hand, and each pile, is a string of codes.

    On the table lie `W2` and a draw pile, unless the position says otherwise.
    """
    seats = len(hands)
    given: dict[str, Any] = {"played": "W2", "draw_pile": "K3 K3 K2", "turn": 0} | position
    for pile in ("played", "draw_pile"):
        given[pile] = given[pile].split()
    given["hands"] = [hand.split() for hand in hands]
    return RULESET.from_position(given, RULESET.parse_options(options or {}, seats), seats)


def legal(state: FamilyState, seat: int = 0) -> list[str]:
    """Return the texts of a seat's legal moves."""
    return [str(move) for move in RULESET.legal_moves(state, Seat(seat))]


def play(state: FamilyState, seat: int, text: str, chance: Chance | None = None) -> list[Any]:
    """Make a move on `state` and return its events."""
    chance = chance or RandomChance(random.Random(0))
    return apply(state, RULESET.decide(state, Seat(seat), RULESET.parse_move(text), chance))


def apply(state: FamilyState, events: list[Event]) -> list[Any]:
    """Apply events to `state` and return them."""
    for event in events:
        RULESET.evolve(state, event)
    return events


def start(*, seats: int, chance: Chance | None = None, **options: Any) -> FamilyState:
    """Return a new game after its first deal."""
    return deal(seats=seats, chance=chance, **options)[0]


def deal(
    *, seats: int, chance: Chance | None = None, **options: Any
) -> tuple[FamilyState, list[Any]]:
    """Return a new game after its first deal, and the events of the deal."""
    parsed = RULESET.parse_options(options, seats)
    state = RULESET.blank(parsed, seats)
    chance = chance or RandomChance(random.Random(0))
    return state, apply(state, RULESET.deal(parsed, seats, chance))


def scripted(*orders: str) -> CodedChance:
    """Return a chance with these shuffles."""
    return CodedChance(PACK, [order.split() for order in orders])


def pack_with(turned_up: Sequence[str], *, dealt: int = FOR_THREE) -> CodedChance:
    """Return a chance whose one shuffle has these cards behind the hands."""
    rest = list(PACK_ORDER)
    for code in turned_up:
        rest.remove(code)
    return CodedChance(PACK, [[*rest[:dealt], *turned_up, *rest[dealt:]]])


def position_of(state: FamilyState) -> dict[str, Any]:
    """Return the position of a state."""
    return RULESET.to_position(state)


def outcome_of(state: FamilyState, *resigned: int) -> Outcome:
    """Return how a game that is over ended."""
    outcome = RULESET.outcome(state, [Seat(seat) for seat in resigned])
    assert outcome is not None
    return outcome


def types_of(events: list[Event]) -> list[str]:
    """Return what happened, by type."""
    return [event.type for event in events]
