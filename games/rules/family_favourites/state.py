"""The whole truth about a game of Family Favourites, and its transitions, each written once.

`evolve` and the fast `advance` both go through the methods below; nothing else changes a state.
"""

from collections.abc import Sequence
from copy import copy
from typing import Self

import msgspec

from games.engine.card_sets import mask_of
from games.engine.cards import Card
from games.engine.ruleset import State
from games.engine.seats import Seat, left_of
from games.rules.family_favourites.cards import CALLED, COPIES, JOKERS, MATCHES, Call, points_of
from games.rules.family_favourites.dealing import Deal
from games.rules.family_favourites.moves import FamilyMove, Pass, Play

NOBODY = Seat(-1)
"""The turn between two rounds and after the game."""


class ScoredRound(msgspec.Struct, frozen=True):
    """What became public when a round was scored."""

    round: int
    out: Seat | None
    """The seat that played its last card; None if the round ended as blocked (3.6)."""
    hands: tuple[int, ...]
    """The cards left in hand, per seat."""
    points: tuple[int, ...]


class FamilyState(State, kw_only=True):
    """Hands, draw pile, played pile and call (3.3). Hands are bit masks."""

    rounds: int
    turn_cap: int
    hands: list[int]
    totals: tuple[int, ...]
    draw_pile: list[Card] = []
    """The top card last, so that drawing pops."""
    played: list[Card] = []
    """The top card last."""
    call: Call | None = None
    buried: int = 0
    """How many of the last cards of the draw pile are jokers turned up at the deal (3.7.4)."""
    dealer: Seat = Seat(0)
    turn: Seat = NOBODY
    passes: int = 0
    """How many passes there were since the last play or draw."""
    turns: int = 0
    """How many turns this round has seen."""
    round: int = 0
    opened: int = 0
    """How many decisions have arisen."""
    shuffles: int = 0
    last_round: ScoredRound | None = None

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        twin.hands = self.hands.copy()
        twin.draw_pile = self.draw_pile.copy()
        twin.played = self.played.copy()
        return twin

    # --- transitions ---

    def start_round(self, number: int, dealer: Seat, deal: Deal) -> None:
        """Lay a fresh deal on the table (3.4)."""
        self.hands = [mask_of(hand) for hand in deal.hands]
        self.draw_pile = list(reversed(deal.draw_pile))
        self.played = [deal.top]
        self.buried = deal.buried
        self.call = None
        self.dealer = dealer
        self.turn = left_of(dealer, len(self.hands))
        self.passes = self.turns = 0
        self.round = number
        self.opened += 1
        self.shuffles += 1

    def play(self, seat: Seat, card: Card, call: Call | None) -> None:
        """Move a card from a hand to the top of the played pile; the call, if any, stands."""
        self.hands[seat] ^= 1 << card
        self.played.append(card)
        self.call = call
        self.passes = 0
        self._turn_over(seat)

    def recycle(self, order: Sequence[Card]) -> None:
        """Make a draw pile of the played cards below the top; `order` has its top first (3.7.14)."""
        self.draw_pile = list(reversed(order))
        self.played = self.played[-1:]
        self.buried = 0
        self.shuffles += 1

    def draw(self, seat: Seat, card: Card) -> None:
        """Move the top card of the draw pile, which is `card`, to a hand (3.7.7)."""
        self.draw_pile.pop()
        self.hands[seat] |= 1 << card
        self.passes = 0
        self._turn_over(seat)

    def pass_turn(self, seat: Seat) -> None:
        """Let a turn go by (3.7.15)."""
        self.passes += 1
        self._turn_over(seat)

    def end_round(self, scored: ScoredRound, totals: tuple[int, ...]) -> None:
        """Note the scores; all cards stay where they are (3.6)."""
        self.totals = totals
        self.last_round = scored
        self.turn = NOBODY

    def _turn_over(self, seat: Seat) -> None:
        self.turn = Seat((seat + 1) % len(self.hands))
        self.turns += 1
        self.opened += 1

    # --- questions ---

    def is_over(self) -> bool:
        """Answer whether the last round has been scored (3.7.19)."""
        return self.turn == NOBODY and self.round >= self.rounds

    def fitting(self) -> int:
        """Return the set of cards that may be played now, whoever holds them (3.5)."""
        if self.call is not None:
            return CALLED[self.call]
        # Only a position written by hand has no top card.
        return MATCHES[self.played[-1]] if self.played else JOKERS

    def can_draw(self) -> bool:
        """Answer whether there is a card to draw, be it after recycling (3.7.14)."""
        return bool(self.draw_pile) or len(self.played) > 1

    def has(self, seat: Seat, card: Card) -> bool:
        """Answer whether a hand holds a copy of `card`."""
        return bool(self.hands[seat] & COPIES[card])

    def held(self, seat: Seat, card: Card) -> Card:
        """Return which card of a hand a play of `card` takes: the lowest of its copies (0.1)."""
        copies = self.hands[seat] & COPIES[card]
        return (copies & -copies).bit_length() - 1

    def is_last_turn(self, seat: Seat, move: FamilyMove) -> bool:
        """Answer whether the round ends with this legal move of `seat`.

        It does when the hand is empty then, everybody has passed (3.7.15), or the cap is reached.
        """
        if 0 < self.turn_cap <= self.turns + 1:
            return True
        if isinstance(move, Play):
            return self.hands[seat].bit_count() == 1
        return isinstance(move, Pass) and self.passes + 1 >= len(self.hands)

    def score(self, seat: Seat, move: FamilyMove, hands: Sequence[int]) -> ScoredRound:
        """Return what the end of the round makes public (3.6).

        `seat` ended it with `move`, after which these cards were left in the hands.
        """
        out = seat if isinstance(move, Play) and not hands[seat] else None
        points = tuple(points_of(hand) for hand in hands)
        return ScoredRound(self.round, out, tuple(hands), points)

    def totals_with(self, points: Sequence[int]) -> tuple[int, ...]:
        """Return the totals after a round with these points per seat."""
        return tuple(total + more for total, more in zip(self.totals, points, strict=True))
