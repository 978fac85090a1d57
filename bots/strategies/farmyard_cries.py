"""The heuristic for Farmyard Cries: what a sensible player does without trying moves out.

Every group is worth its points, times the chance to get what the hand lacks of it; the hand is
worth its best group and a share of the others. The move that leaves the best hand is made.
"""

import random
from collections.abc import Sequence
from typing import cast

import msgspec

from bots.strategies.farmyard_cries_table import Known, read_table
from bots.strategies.strategy import Strategy
from games.engine.card_sets import cards_of
from games.engine.cards import Card
from games.engine.observation import Observation, SeenEvent
from games.engine.seats import left_of
from games.rules.farmyard_cries.cards import GROUPS, PACK, Group, find_set
from games.rules.farmyard_cries.moves import Cry, Exchange, FarmyardMove, Pass, parse
from games.rules.farmyard_cries.observation import FarmyardObservation


class Weights(msgspec.Struct, frozen=True):
    """How the heuristic weighs things."""

    power: float = 0.5
    """How much the value of a group counts: 0 not at all, 1 in full."""
    face_up: float = 0.6
    """The chance to get a card that lies face up."""
    free: float = 0.25
    """The chance to get one that nobody is believed to hold."""
    held: float = 0.05
    """The chance to get one that another seat holds."""
    others: float = 0.3
    """The share of all groups but the best in the worth of a hand."""
    cry: float = 0.3
    """How likely a cry must be to succeed."""
    gift: float = 0.5
    """What a card is worth to the left neighbour, in shares of its group's worth."""
    swap: float = 0.02
    """How much of its hand a seat must stand to lose by an exchange before it calls a swap."""


class FarmyardNormal(Strategy):
    """Plays a sensible game of Farmyard Cries."""

    name = "normal"
    cost = 0
    text = "Collects what is near and dear, remembers who took what, cries when it is likely."

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()

    def choose(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        legal_moves: Sequence[str],
        rng: random.Random,
    ) -> str:
        """Return the legal move that leaves the best hand, of several the first by its text."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        table = cast("FarmyardObservation", observation)
        rating = _Rating(read_table(table, history), self._weights)
        return max(reversed(legal_moves), key=lambda text: rating.of(parse(text)))

    def choose_free(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        free_moves: Sequence[str],
        rng: random.Random,
    ) -> str | None:
        """Return a cry that is likely enough to succeed."""
        known = read_table(cast("FarmyardObservation", observation), history)
        for text in free_moves:
            cry = parse(text)
            if not isinstance(cry, Cry):
                continue
            group = GROUPS[cry.group]
            at_hand = any(group.young >> card & 1 for card in known.face_up.values())
            if not at_hand and known.chance_of_cry(group) >= self._weights.cry:
                return text
        return None


class _Rating:
    """What the moves at one table are worth."""

    def __init__(self, known: Known, weights: Weights) -> None:
        self._known = known
        self._weights = weights

    def of(self, move: FarmyardMove) -> float:
        """Return what a move is worth, rounded so that equal ones are equal on every machine."""
        known, weights = self._known, self._weights
        if isinstance(move, Exchange):
            taken = known.face_up[move.stack]
            hand = known.hand ^ (1 << move.card) | 1 << taken
            done = find_set(hand)
            worth = 1_000 + done.value if done else self._worth_of_hand(hand, move)
        elif isinstance(move, Pass):
            worth = self._worth_of_hand(known.hand ^ 1 << move.card) - self._gift(move.card)
        else:
            worth = self._worth_of_hand(known.hand) * (1 - weights.swap)
        return round(worth, 9)

    def _worth_of_hand(self, hand: int, exchange: Exchange | None = None) -> float:
        worths = sorted(
            (self._worth_of_group(hand, group, exchange) for group in GROUPS.values()), reverse=True
        )
        return worths[0] + self._weights.others * sum(worths[1:])

    def _worth_of_group(self, hand: int, group: Group, exchange: Exchange | None) -> float:
        worth: float = group.value**self._weights.power
        _, _, mother, young, where, breed = group
        for part in (mother, young, where, breed):
            if hand & part:
                continue
            chance = self._chance_to_get(part & ~hand, exchange)
            if part == young and hand & mother and hand & where and hand & breed:
                chance = max(chance, self._chance_by_cry(group))
            worth *= chance
        return worth

    def _chance_by_cry(self, group: Group) -> float:
        return 0.0 if group.id in self._known.cried else self._known.chance_of_cry(group)

    def _chance_to_get(self, part: int, exchange: Exchange | None) -> float:
        """Return the chance to get a card of a part that the hand lacks after an exchange."""
        known, weights = self._known, self._weights
        none = 1.0
        for card in cards_of(part):
            if exchange is not None and card == exchange.card:
                continue
            if card in known.face_up.values():
                none *= 1 - weights.face_up
            else:
                held = known.chance_held(card)
                none *= 1 - held * weights.held - (1 - held) * weights.free
        return 1 - none

    def _gift(self, card: Card) -> float:
        """Return what a card passed on is worth to the left neighbour."""
        known = self._known
        if known.seat is None:
            return 0.0
        left = left_of(known.seat, len(known.held[card]))
        group = GROUPS[PACK.code_of[card].partition(".")[0]]
        worth: float = group.value**self._weights.power * self._weights.gift
        _, _, *parts = group
        for part in parts:
            if not part >> card & 1:
                worth *= max((known.held[other][left] for other in cards_of(part)), default=0.0)
        return worth
