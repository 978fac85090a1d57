"""A table of the Tortoise Game for tests: positions in, texts of moves and events out."""

import random
from typing import Any

from games.engine.chance import Chance, CodedChance, RandomChance
from games.engine.events import Event
from games.engine.outcome import Outcome
from games.engine.seats import Seat
from games.rules.tortoise.cards import PACK
from games.rules.tortoise.game import RULESET
from games.rules.tortoise.state import TortoiseState

Hands = list[list[str]]


def lay(*hands: str, options: dict[str, Any] | None = None, **position: Any) -> TortoiseState:
    """Return the state of a position written by hand: a string of codes for each seat."""
    written = {"hands": [hand.split() for hand in hands], **position}
    seats = len(hands)
    return RULESET.from_position(written, RULESET.parse_options(options or {}, seats), seats)


def scripted(*orders: str) -> CodedChance:
    """Return a chance with these shuffles."""
    return CodedChance(PACK, [order.split() for order in orders])


def apply(state: TortoiseState, events: list[Event]) -> list[Any]:
    """Apply events to `state` and return them."""
    for event in events:
        RULESET.evolve(state, event)
    return events


def open_deal(state: TortoiseState, chance: Chance | None = None) -> list[Any]:
    """Do what a position of a deal still has before it."""
    return apply(state, RULESET.settle(state, chance or RandomChance(random.Random(0))))


def draw(state: TortoiseState, position: int, chance: Chance | None = None) -> list[Any]:
    """Let the drawer draw; return what happened."""
    move = RULESET.parse_move(f"draw:{position}")
    chance = chance or RandomChance(random.Random(0))
    return apply(state, RULESET.decide(state, state.drawer, move, chance))


def start(*, seats: int, seed: int = 0, **options: Any) -> tuple[TortoiseState, list[Any]]:
    """Return a new game after its deal, and the events of the deal."""
    parsed = RULESET.parse_options(options, seats)
    state = RULESET.blank(parsed, seats)
    events = RULESET.deal(parsed, seats, RandomChance(random.Random(seed)))
    return state, apply(state, events)


def play_out(state: TortoiseState, rng: random.Random) -> int:
    """Draw at random to the end; return how often."""
    draws = 0
    while moves := RULESET.legal_moves(state, state.drawer):
        apply(state, RULESET.decide(state, state.drawer, rng.choice(moves), RandomChance(rng)))
        draws += 1
    return draws


def outcome_of(state: TortoiseState, *resigned: int) -> Outcome:
    """Return how a game that is over ended."""
    outcome = RULESET.outcome(state, [Seat(seat) for seat in resigned])
    assert outcome is not None
    return outcome


def hands_of(state: TortoiseState) -> Hands:
    """Return the hands as sorted codes."""
    hands: Hands = RULESET.to_position(state)["hands"]
    return [sorted(hand) for hand in hands]


def told(events: list[Event]) -> list[str]:
    """Return events as short sentences: their type, seat and cards."""
    return [
        " ".join([event.type, *([] if event.seat is None else [str(event.seat)]), *_cards(event)])
        for event in events
    ]


def _cards(event: Event) -> list[str]:
    card = getattr(event, "card", None)
    cards = getattr(event, "cards", () if card is None else (card,))
    return PACK.codes(sorted(cards))


def seats_in(state: TortoiseState) -> tuple[Seat, Seat]:
    """Return who offers and who draws."""
    return state.offerer, state.drawer
