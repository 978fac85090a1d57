"""A pack of cards. Inside and in the log a card is its number; its code exists only at the edge."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec

from games.engine.errors import BadPositionError

Card = Annotated[int, msgspec.Meta(extra={"card": True})]
"""A card's number in its pack, from 0. Twins (copies of one picture) differ in it.

To a type checker it is an `int`; the mark lets `msgspec.inspect` tell which fields of an event
hold cards, so that the tests can relabel them.
"""


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """One picture of a pack and how many copies of it there are; what clients draw from."""

    code: str
    name: str
    group: str
    """The family of cards it belongs to; clients choose a colour or a shape by it."""
    value: int
    """What the card counts (flies, points), as the ruleset says."""
    copies: int = 1


class Pack:
    """The fixed set of cards of a ruleset, numbered in the order of its pictures.

    >>> pack = Pack([Picture(code="S", name="Slowpoke", group="special", value=5, copies=2)])
    >>> len(pack), pack.codes([0, 1])
    (2, ['S', 'S'])
    """

    __slots__ = ("_first", "code_of", "pictures")

    def __init__(self, pictures: Sequence[Picture]) -> None:
        self.pictures = tuple(pictures)
        self.code_of: tuple[str, ...] = tuple(
            picture.code for picture in pictures for _ in range(picture.copies)
        )
        """The code of each card, indexed by its number."""
        self._first: dict[str, Card] = {}
        for number, code in enumerate(self.code_of):
            self._first.setdefault(code, number)

    def __len__(self) -> int:
        return len(self.code_of)

    def cards(self) -> range:
        """Return every card of the pack in ascending number."""
        return range(len(self.code_of))

    def codes(self, cards: Iterable[Card]) -> list[str]:
        """Return the codes of `cards`, in their order."""
        return [self.code_of[card] for card in cards]

    def has_code(self, code: str) -> bool:
        """Answer whether a picture of this pack has this code."""
        return code in self._first

    def first(self, code: str) -> Card:
        """Return the lowest number with this code; raise `BadPositionError` if there is none."""
        try:
            return self._first[code]
        except KeyError:
            raise BadPositionError(f"{code!r} is no card of this pack.") from None

    def take(self, code: str, taken: set[Card]) -> Card:
        """Return the lowest number with this code outside `taken`, and add it there.

        Raises `BadPositionError` when every copy is taken or the code is unknown.
        """
        card = self.first(code)
        while card in taken:
            card += 1
        if card >= len(self.code_of) or self.code_of[card] != code:
            raise BadPositionError(f"There are not so many {code} in this pack.")
        taken.add(card)
        return card
