"""The heuristic for Mow: what a sensible player does without trying moves out.

Every legal move gets a price in flies, and the lowest is made. To take costs the flies of the
herd. To play costs what the herd then holds, times the chance that it comes back to this seat
and finds it unable to play; flies that others will have to take are a gain.
"""

import random
from collections.abc import Sequence
from typing import cast

import msgspec

from bots.strategies.mow_table import Herd, Known, read_table
from bots.strategies.strategy import Strategy
from games.engine.card_sets import mask_of
from games.engine.cards import Card
from games.engine.observation import Observation, SeenEvent
from games.rules.mow.cards import ACROBAT, BLOCKER, FLIES, NUMBER, SPECIALS, flies_of
from games.rules.mow.moves import MowMove, Play, parse
from games.rules.mow.observation import MowObservation

FULL_DECK = 38
"""The cards in the deck after a deal to two seats, the most there can be."""


class Weights(msgspec.Struct, frozen=True):
    """How the heuristic weighs things, in flies unless it says otherwise.

    Found by random search over rounds against random play and against earlier weights.
    """

    take: float
    """What taking costs beside the herd's flies."""
    stuck: float
    """The chance of being unable to play later without a card in hand that fits."""
    trust: float
    """How much a card in hand that fits helps against that (1: it always will, if it lasts)."""
    gap: float
    """Every number that a play closes off."""
    special: float
    """Parting with a special."""
    extra: float
    """What others add to the herd before it comes back."""
    later: float
    """What is still to come when the herd comes back and this seat can play."""
    dump: float
    """Getting rid of a fly in the hand, where it would count in the end (a gain)."""
    late: float
    """What that gain grows by as the deck shrinks."""
    gift: float
    """The share of the flies of a herd others take that is a gain."""
    hoard_at: int
    """How many specials of one's own, none being lost, make all six worth trying for."""
    hoard_worth: float
    """What a special in the herd is worth then."""
    keep: float
    """What parting with a special costs then."""


TWO = Weights(
    take=6.0,
    stuck=0.8,
    trust=0.65,
    gap=0.15,
    special=2.3,
    extra=3.2,
    later=2.4,
    dump=0.3,
    late=-0.1,
    gift=0.06,
    hoard_at=4,
    hoard_worth=4.0,
    keep=5.0,
)
MORE = Weights(
    take=4.0,
    stuck=0.8,
    trust=1.0,
    gap=0.4,
    special=3.5,
    extra=2.3,
    later=0.8,
    dump=0.65,
    late=0.25,
    gift=0.13,
    hoard_at=5,
    hoard_worth=4.0,
    keep=2.1,
)


class MowNormal(Strategy):
    """Plays a sensible game of Mow."""

    name = "normal"
    cost = 0
    text = "Keeps cards that fit, takes the herd while it is cheap, tries for all six specials."

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights

    def choose(
        self,
        observation: Observation,
        history: Sequence[SeenEvent],
        legal_moves: Sequence[str],
        rng: random.Random,
    ) -> str:
        """Return the legal move with the lowest price, of several the first by its text."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        known = read_table(cast("MowObservation", observation), history)
        weights = TWO if len(known.hand_sizes) == 2 else MORE  # noqa: PLR2004
        pricing = _Pricing(known, self._weights or weights)
        return min(legal_moves, key=lambda text: (pricing.price(parse(text)), text))


class _Pricing:
    """The prices of the moves at one table."""

    def __init__(self, known: Known, weights: Weights) -> None:
        self._known = known
        self._weights = weights
        self._own = known.stable | mask_of(known.hand)
        specials = (self._own & SPECIALS).bit_count()
        self._complete = specials == SPECIALS.bit_count()
        self._hoarding = not known.gone & SPECIALS and specials >= weights.hoard_at

    def price(self, move: MowMove) -> float:
        """Return what a move costs, rounded so that equal prices are equal on every machine."""
        if isinstance(move, Play):
            return round(self._price_of_play(move), 9)
        return round(self._worth(self._known.herd) + self._weights.take, 9)

    def _worth(self, herd: Herd) -> float:
        """Return the flies of a herd for whoever takes it, specials being prey when hoarding."""
        if not self._hoarding:
            return flies_of(herd.cards)
        if not SPECIALS & ~(self._own | herd.cards):
            return 0 if self._complete else -flies_of(self._own)
        prey = (herd.cards & SPECIALS).bit_count()
        return flies_of(herd.cards & ~SPECIALS) - self._weights.hoard_worth * prey

    def _price_of_play(self, move: Play) -> float:
        known, weights = self._known, self._weights
        card = move.card if move.card in known.hand else move.card + 1
        herd = known.herd.joined_by(card, move.slot)
        fitting = [other for other in known.unseen if herd.accepts(other)]
        others = known.next_seats(move.arrow or known.arrow)
        back = 1.0
        for seat in others:
            back *= 1 - chance_of_none(len(fitting), len(known.unseen), known.hand_sizes[seat])
        stuck = self._chance_to_be_stuck(card, herd, fitting)
        worth = self._worth(herd)
        price = back * (stuck * (worth + weights.extra) + (1 - stuck) * weights.later)
        price -= (1 - back) * weights.gift * worth
        price += weights.gap * _closed_off(known.herd, herd)
        # Of two directions the one towards the strongest rival.
        price += known.totals[others[0]] / 1_000
        return price + self._price_of_parting(card)

    def _price_of_parting(self, card: Card) -> float:
        weights = self._weights
        if card >= BLOCKER and self._hoarding:
            return flies_of(self._own) if self._complete else weights.keep
        late = weights.late * (1 - self._known.deck_size / FULL_DECK)
        gain = (weights.dump + late) * FLIES[card]
        return (weights.special if card >= BLOCKER else 0) - gain

    def _chance_to_be_stuck(self, played: Card, herd: Herd, fitting: Sequence[Card]) -> float:
        """Return the chance that nothing in hand fits when the herd comes back."""
        chance = self._weights.stuck
        for card in self._known.hand:
            if card != played and herd.accepts(card):
                chance *= 1 - self._weights.trust * self._chance_to_last(card, herd, fitting)
        return chance

    def _chance_to_last(self, card: Card, herd: Herd, fitting: Sequence[Card]) -> float:
        """Return the chance that no other seat closes the end which a card fits."""
        if card >= ACROBAT or not fitting:
            return 1.0
        number = NUMBER[card]
        if number < herd.low:
            closing = sum(other < ACROBAT and NUMBER[other] <= number for other in fitting)
        else:
            closing = sum(other < ACROBAT and NUMBER[other] >= number for other in fitting)
        return (1 - closing / len(fitting)) ** (len(self._known.hand_sizes) - 1)


def chance_of_none(fitting: int, unseen: int, hand: int) -> float:
    """Return the chance that a hand drawn from the unseen cards holds none that fits.

    >>> chance_of_none(1, 4, 2)
    0.5
    """
    chance = 1.0
    for nth in range(min(hand, unseen)):
        chance *= max(0, unseen - fitting - nth) / (unseen - nth)
    return chance


def _closed_off(before: Herd, after: Herd) -> int:
    if not before.numbers:
        return 0
    return before.low - after.low + after.high - before.high
