"""Shuffles as chance nodes: one card after the other, so that chance is somebody's action.

A move that needs a shuffle is tried, interrupted, and tried again once its order is known; `decide`
leaves the state as it is, so trying costs nothing but time.
"""

from collections.abc import Iterable

from games.engine.cards import Card, Pack


class ShuffleNeededError(Exception):
    """A shuffle of these cards is not known yet."""

    def __init__(self, cards: list[Card]) -> None:
        super().__init__("a shuffle is not known yet")
        self.cards = cards


class Nodes:
    """The shuffles of one move, known or still being drawn; an action is the number of a picture."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._numbers = {picture.code: number for number, picture in enumerate(pack.pictures)}
        self._known: list[list[Card]] = []
        self._asked = 0
        self._order: list[Card] = []
        self._left: list[Card] = []

    def copy(self) -> "Nodes":
        """Return an independent copy."""
        twin = Nodes(self._pack)
        twin._known = self._known.copy()
        twin._order, twin._left = self._order.copy(), self._left.copy()
        return twin

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        """Return the next known order, or raise `ShuffleNeededError`."""
        if self._asked == len(self._known):
            raise ShuffleNeededError(sorted(cards))
        self._asked += 1
        return self._known[self._asked - 1].copy()

    def begin(self, cards: list[Card]) -> None:
        """Begin to draw the order of these cards."""
        self._order, self._left = [], cards
        self._close_if_forced()

    def restart(self) -> None:
        """Let a move be tried again with what is known."""
        self._asked = 0

    @property
    def is_drawing(self) -> bool:
        """Answer whether a card has to be drawn."""
        return bool(self._left)

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the pictures that can come next, with their chances."""
        counts: dict[int, int] = {}
        for card in self._left:
            number = self._numbers[self._pack.code_of[card]]
            counts[number] = counts.get(number, 0) + 1
        return [(number, count / len(self._left)) for number, count in sorted(counts.items())]

    def draw(self, number: int) -> None:
        """Let a picture come next; of its copies the lowest."""
        code = self._pack.pictures[number].code
        card = next(card for card in self._left if self._pack.code_of[card] == code)
        self._left.remove(card)
        self._order.append(card)
        self._close_if_forced()

    def _close_if_forced(self) -> None:
        if len(self._left) <= 1:
            self._known.append(self._order + self._left)
            self._order, self._left = [], []
