"""The heuristic for Family Favourites: what a sensible player does without trying moves out.

Every play gets a worth: the points that leave the hand, the chance that the cards left find
something to be played on, and the chance that the next seats have nothing to play.
"""

import random
from collections.abc import Sequence
from typing import cast

import msgspec

from bots.strategies.family_favourites_table import Known, fitting_on, read_table
from bots.strategies.strategy import Strategy
from games.engine.card_sets import cards_of
from games.engine.cards import Card
from games.engine.observation import Observation, SeenEvent
from games.rules.family_favourites.cards import JOKER, JOKERS, MATCHES, POINTS
from games.rules.family_favourites.moves import FamilyMove, Play, parse
from games.rules.family_favourites.observation import FamilyObservation

NEARLY_OUT = 2
"""With so few cards in another hand, points in one's own are in danger."""


class Weights(msgspec.Struct, frozen=True):
    """How the heuristic weighs things.

    Found by random search over games against random play.
    """

    points: float = 0.06
    """A point that leaves the hand."""
    danger: float = 0.95
    """The same while another seat is nearly out."""
    again: float = 1.45
    """The chance that nobody plays before it is this seat's turn again, which then can."""
    links: float = 1.2
    """The share of the cards unseen on which one of those left in hand fits."""
    block: float = 1.35
    """The chance that the next seat has nothing to play."""
    joker: float = 1.8
    """What parting with a joker costs."""


class FamilyNormal(Strategy):
    """Plays a sensible game of Family Favourites."""

    name = "normal"
    cost = 0
    text = (
        "Gets rid of high cards, keeps cards that fit and jokers, calls what the next seat lacks."
    )

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()

    def choose(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        legal_moves: Sequence[str],
        rng: random.Random,
    ) -> str:
        """Return the legal move that is worth most, of several the first by its text."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        rating = _Rating(read_table(cast("FamilyObservation", observation), history), self._weights)
        return max(reversed(legal_moves), key=lambda text: rating.of(parse(text)))


class _Rating:
    """What the plays at one table are worth."""

    def __init__(self, known: Known, weights: Weights) -> None:
        self._known = known
        self._weights = weights
        self._others = known.others()
        fewest = min(len(known.slots[seat]) for seat in self._others)
        self._point = weights.danger if fewest <= NEARLY_OUT else weights.points

    def of(self, move: FamilyMove) -> float:
        """Return what a move is worth, rounded so that equal ones are equal on every machine."""
        assert isinstance(move, Play), "who has a choice can play"
        known, weights = self._known, self._weights
        card = move.card if known.hand >> move.card & 1 else move.card + 1
        left = known.hand ^ 1 << card
        fitting = fitting_on(card, move.call)
        chances = [known.chance_of_none(seat, fitting) for seat in self._others]
        nobody = 1.0
        for chance in chances:
            nobody *= chance
        worth = self._point * POINTS[card] + weights.block * chances[0]
        worth += weights.links * self._links(left)
        if left & fitting:
            worth += weights.again * nobody
        if card >= JOKER:
            worth -= weights.joker
        return round(worth, 9)

    def _links(self, left: int) -> float:
        """Return the share of the unseen cards on which one of those left can be played."""
        if left & JOKERS:
            return 1.0
        unseen: list[Card] = cards_of(self._known.unseen & ~JOKERS)
        return sum(bool(left & MATCHES[card]) for card in unseen) / max(1, len(unseen))
