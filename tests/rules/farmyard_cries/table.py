"""A table of Farmyard Cries for tests: positions in, texts of moves in and out."""

import random
from typing import Any

from games.engine.chance import Chance, RandomChance
from games.engine.decisions import Decision
from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import PACK
from games.rules.farmyard_cries.game import RULESET
from games.rules.farmyard_cries.state import FarmyardState

PIG_BUT_YOUNG = ["PIG.M", "PIG.W1", "PIG.B1", "HEN.B1", "DUK.B1"]
"""A hand that may cry PIG."""
SHEEP_BUT_YOUNG = ["SHP.M", "SHP.W1", "SHP.B1", "HEN.B2", "DUK.B2"]
NOTHING = ["DOG.B1", "DOG.B2", "CAT.B1", "CAT.B2", "COW.B1"]
NOTHING_MORE = ["DOG.B3", "DOG.B4", "CAT.B3", "HEN.B3", "COW.B2"]
STACKS = {"A": ["HEN.W1", "HEN.W2"], "B": ["DUK.W1", "DUK.W2"]}


class FixedPack:
    """Shuffles that lay out a pack of which the first cards are written down."""

    def __init__(self, *beginnings: list[str]) -> None:
        self._beginnings = list(beginnings)

    def shuffle(self, cards: Any, purpose: str) -> list[int]:
        """Return the next beginning, and behind it the rest in the order of the pack."""
        first = [PACK.first(code) for code in self._beginnings.pop(0)]
        return [*first, *(card for card in sorted(cards) if card not in first)]


def mixed(seed: int = 0) -> RandomChance:
    """Return shuffles that come from a seed."""
    return RandomChance(random.Random(seed))


def dealing(*hands: list[str], dealer: int = 0) -> list[str]:
    """Return the beginning of a pack that deals these hands."""
    seats = len(hands)
    order = [(dealer + 1 + nth) % seats for nth in range(seats)]
    return [hands[seat][nth] for nth in range(5) for seat in order]


def lay(*hands: list[str], options: dict[str, Any] | None = None, **position: Any) -> FarmyardState:
    """Return the state of a position written by hand; two harmless stacks unless it says else."""
    position = {"stacks": STACKS, **position, "hands": list(hands)}
    parsed = RULESET.parse_options(options or {}, len(hands))
    return RULESET.from_position(position, parsed, len(hands))


def legal(state: FarmyardState, seat: int = 0) -> list[str]:
    """Return the texts of a seat's legal moves."""
    return [str(move) for move in RULESET.legal_moves(state, Seat(seat))]


def free(state: FarmyardState, seat: int = 0) -> list[str]:
    """Return the texts of a seat's free moves."""
    return [str(move) for move in RULESET.free_moves(state, Seat(seat))]


def owed(state: FarmyardState) -> list[Decision]:
    return RULESET.decisions(state)


def play(state: FarmyardState, seat: int, text: str, chance: Chance | None = None) -> list[Event]:
    """Make a move on `state` and return its events."""
    move = RULESET.parse_move(text)
    events = RULESET.decide(state, Seat(seat), move, chance or mixed())
    for event in events:
        RULESET.evolve(state, event)
    return events


def types(events: list[Event]) -> list[str]:
    return [event.type for event in events]


def start(*, seats: int, chance: Chance | None = None, **options: Any) -> FarmyardState:
    """Return a new game after its first deal."""
    parsed = RULESET.parse_options(options, seats)
    state = RULESET.blank(parsed, seats)
    for event in RULESET.deal(parsed, seats, chance or mixed()):
        RULESET.evolve(state, event)
    return state


def position(state: FarmyardState, *keys: str) -> list[Any]:
    """Return some members of a state's position."""
    whole = RULESET.to_position(state)
    return [whole[key] for key in keys]


QUIET = dealing(NOTHING, NOTHING_MORE, dealer=1)
"""A deal to two seats, by seat 1, that gives nobody anything."""
PIG = ["PIG.M", "PIG.Y1", "PIG.W1", "PIG.B1"]
HEN = ["HEN.M", "HEN.Y1", "HEN.W1", "HEN.B1"]
