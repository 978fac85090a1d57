"""The shuffles of a twin world."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from games.engine.cards import Card, Pack


class TwinChance:
    """Shuffles that come out in the wanted orders, as far as the cards allow it.

    Which copy of a picture lies where is drawn anew: nobody may be able to tell.
    """

    def __init__(
        self, wanted: Sequence[Sequence[list[Card]]], pack: Pack, rng: random.Random
    ) -> None:
        self._wanted = iter(wanted)
        self._pack = pack
        self._rng = rng

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        left = sorted(cards)
        self._rng.shuffle(left)
        for order in next(self._wanted, []):
            codes = self._pack.codes(order)
            if Counter(codes) == Counter(self._pack.codes(left)):
                return [self._take(code, left) for code in codes]
        return left

    def _take(self, code: str, left: list[Card]) -> Card:
        return left.pop(
            next(at for at, card in enumerate(left) if self._pack.code_of[card] == code)
        )
