"""Chance is an argument, and only ever a shuffle.

A shuffle always starts from the cards in ascending pack number, so its result depends on which
cards are shuffled and never on how they lay.
"""

import hashlib
import hmac
import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from games.engine.cards import Card, Pack
from games.engine.seals import Seed
from games.engine.seats import Seat

DEAL = "deal"
"""The purpose of a shuffle of the whole pack."""
C = TypeVar("C", int, str)


class Chance(Protocol):
    """A source of shuffles."""

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        """Return `cards` in a new order, the top first.

        `purpose` is `deal`, `recycle` or `offer`.
        """
        ...


class RandomChance:
    """Shuffles from a seeded generator: for tests, benchmarks and search, never for real deals."""

    __slots__ = ("_rng",)

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        """Return `cards` in an order drawn from the generator."""
        order = sorted(cards)
        self._rng.shuffle(order)
        return order


class SecretChance:
    """The shuffles of a real game: a stream of HMAC-SHA-256 under the game's key.

    The stream of each shuffle is set apart by its purpose and by how many shuffles the game has
    seen before, so the same stored facts always give the same cards, in any process.
    """

    __slots__ = ("_counter", "_seed", "deals")

    def __init__(self, seed: Seed, shuffles_so_far: int) -> None:
        self._seed = seed
        self._counter = shuffles_so_far
        self.deals: list[int] = []
        """The numbers, from 0, of the shuffles made for a deal."""

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        """Return `cards` in the order that the key, the purpose and the counter give."""
        order = sorted(cards)
        label = f"herdbook shuffle/1 {purpose} {self._counter}".encode()
        if purpose == DEAL:
            self.deals.append(self._counter)
        self._counter += 1
        numbers = _Numbers(self._seed.key(), label)
        for last in range(len(order) - 1, 0, -1):
            other = numbers.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def first_seat(self, seats: int) -> Seat:
        """Return who deals or begins where that is left to chance; no shuffle of the game."""
        return Seat(_Numbers(self._seed.key(), b"herdbook first seat/1").below(seats))


class _Numbers:
    """Uniform whole numbers out of HMAC blocks, 32 bits at a time, by rejection."""

    __slots__ = ("_block", "_key", "_label", "_words")

    def __init__(self, key: bytes, label: bytes) -> None:
        self._key = key
        self._label = label
        self._block = 0
        self._words: deque[int] = deque()

    def _next(self) -> int:
        if not self._words:
            message = self._label + b" " + str(self._block).encode()
            digest = hmac.new(self._key, message, hashlib.sha256).digest()
            self._block += 1
            self._words.extend(
                int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4)
            )
        return self._words.popleft()

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each as likely as any other."""
        limit = 2**32 - 2**32 % bound
        while (number := self._next()) >= limit:
            pass
        return number % bound


class _Script(ABC, Generic[C]):
    """Shuffles that were written down beforehand and are taken in their order."""

    def __init__(self, orders: Iterable[Sequence[C]]) -> None:
        self._orders: deque[list[C]] = deque(list(order) for order in orders)

    def add(self, order: Sequence[C]) -> None:
        """Put one more shuffle at the end of the line."""
        self._orders.append(list(order))

    def left(self) -> int:
        """Return how many shuffles have not been asked for."""
        return len(self._orders)

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        """Return the next written order; raise `ScriptError` if it is none of these cards."""
        wanted = sorted(cards)
        if not self._orders:
            raise ScriptError(f"a shuffle ({purpose}, {len(wanted)} cards) is not in the script")
        order = self._fit(self._orders.popleft(), wanted)
        if order is None:
            raise ScriptError(f"the next shuffle in the script is not of the {purpose}'s cards")
        return order

    @abstractmethod
    def _fit(self, order: list[C], wanted: list[Card]) -> list[Card] | None:
        """Return the cards in the written order, or None if these are others."""


class ScriptedChance(_Script[Card]):
    """Shuffles written down as numbers, as the log has them."""

    def _fit(self, order: list[Card], wanted: list[Card]) -> list[Card] | None:
        return order if sorted(order) == wanted else None


class CodedChance(_Script[str]):
    """Shuffles written down as codes, as vectors and replays have them.

    Of twins among the cards shuffled the lower one comes first: nobody could tell them apart.
    """

    def __init__(self, pack: Pack, orders: Iterable[Sequence[str]] = ()) -> None:
        super().__init__(orders)
        self._pack = pack

    def _fit(self, order: list[str], wanted: list[Card]) -> list[Card] | None:
        if sorted(order) != sorted(self._pack.codes(wanted)):
            return None
        copies: dict[str, deque[Card]] = {}
        for card in wanted:
            copies.setdefault(self._pack.code_of[card], deque()).append(card)
        return [copies[code].popleft() for code in order]


class ScriptError(Exception):
    """The script of shuffles and the game do not fit together."""
