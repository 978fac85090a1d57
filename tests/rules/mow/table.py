"""A table of Mow for tests: positions in, texts of moves in and out."""

import random
from collections.abc import Iterable
from typing import Any

from games.engine.chance import Chance, CodedChance, RandomChance
from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.mow.cards import PACK
from games.rules.mow.game import RULESET
from games.rules.mow.state import MowState

PACK_ORDER = list(PACK.code_of)


def lay(*, seats: int = 3, options: dict[str, Any] | None = None, **position: Any) -> MowState:
    """Return the state of a position written by hand."""
    return RULESET.from_position(position, RULESET.parse_options(options or {}, seats), seats)


def lay_hand(*hand: str, herd: Iterable[str] = (), **position: Any) -> MowState:
    """Return a state in which seat 0 of three is to act with this hand; the deck has a card."""
    position = {"deck": ["1.0"], **position}
    return lay(hands=[list(hand), [], []], herd=list(herd), **position)


def legal(state: MowState, seat: int = 0) -> list[str]:
    """Return the texts of a seat's legal moves."""
    return [str(move) for move in RULESET.legal_moves(state, Seat(seat))]


def play(state: MowState, seat: int, text: str, chance: Chance | None = None) -> list[Event]:
    """Make a move on `state` and return its events."""
    move = RULESET.parse_move(text)
    events = RULESET.decide(state, Seat(seat), move, chance or CodedChance(PACK))
    for event in events:
        RULESET.evolve(state, event)
    return events


def start(*, seats: int, seed: int = 0, **options: Any) -> MowState:
    """Return a new game after its first deal."""
    parsed = RULESET.parse_options(options, seats)
    state = RULESET.blank(parsed, seats)
    for event in RULESET.deal(parsed, seats, RandomChance(random.Random(seed))):
        RULESET.evolve(state, event)
    return state


def pack_in_order() -> CodedChance:
    """Return a chance whose one shuffle leaves the pack as it is."""
    return CodedChance(PACK, [PACK_ORDER])
