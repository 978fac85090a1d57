"""Sets of cards as bit masks: bit c stands for card c. Cheap to copy, to join and to compare."""

from collections.abc import Iterable

from games.engine.cards import Card

BITS: tuple[int, ...] = tuple(1 << card for card in range(128))
"""The set of each card alone: looking it up takes two thirds of the time of shifting."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return the set of these cards."""
    mask = 0
    for card in cards:
        mask |= BITS[card]
    return mask


def cards_of(mask: int) -> list[Card]:
    """Return the cards of a set in ascending number.

    >>> cards_of(mask_of([3, 1]))
    [1, 3]
    """
    cards: list[Card] = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return cards
