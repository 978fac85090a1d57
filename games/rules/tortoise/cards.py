"""The pack of the Tortoise Game: 43 cards, 21 pairs and the Tortoise (4.1).

They are numbered in the order of their codes. A set of cards is a bit mask: bit c stands for card
c. A hand that has thrown out its pairs holds each picture once at most.
"""

from collections.abc import Iterable

from games.engine.cards import Card, Pack, Picture


def _pictures(letter: str, group: str, name: str, numbers: range) -> list[Picture]:
    return [
        Picture(code=f"{letter}{number}", name=f"{name} {number}", group=group, value=0, copies=2)
        for number in numbers
    ]


PACK = Pack(
    [
        *_pictures("G", "cats", "Cat", range(1, 5)),
        Picture(code="J", name="Cat and dog", group="joker", value=0, copies=4),
        Picture(code="K1", name="The Tortoise", group="others", value=0),
        *_pictures("K", "others", "Other animal", range(2, 5)),
        *_pictures("R", "brown dogs", "Brown dog", range(1, 6)),
        *_pictures("U", "black or white dogs", "Black or white dog", range(1, 5)),
        *_pictures("W", "ponies", "Pony", range(1, 4)),
    ]
)

TORTOISE = PACK.first("K1")
"""The one card without a twin."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return the set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
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


TWINS: tuple[int, ...] = tuple(
    mask_of(twin for twin in PACK.cards() if twin != card and PACK.code_of[twin] == code)
    for card, code in enumerate(PACK.code_of)
)
"""The other cards with the picture of each card: what makes a pair with it."""


def pairs_in(hand: int) -> tuple[Card, ...]:
    """Return the cards of all pairs in a hand, two by two, of each picture the lowest (4.4).

    Of three jokers one stays, of four none (4.7.12).
    """
    pairs: list[Card] = []
    single = -1
    for card in cards_of(hand):  # Twins come one after the other.
        if single >= 0 and TWINS[single] >> card & 1:
            pairs += (single, card)
            single = -1
        else:
            single = card
    return tuple(pairs)
