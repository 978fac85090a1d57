"""The pack of Family Favourites: 44 cards, 162 points (3.1), numbered as lists are shown.

That order is: brown dogs, black or white dogs, cats, ponies, others, jokers, each set by number.
The two copies of a picture have the numbers 2k and 2k + 1. A set of cards is a bit mask: bit c
stands for card c.
"""

from typing import Literal, TypeAlias

from games.engine.card_sets import mask_of
from games.engine.cards import Pack, Picture

Call: TypeAlias = Literal["cat", "dog"]
"""The animal that whoever plays a joker names."""

CALLS: tuple[Call, Call] = ("cat", "dog")

_SETS = (
    ("R", "Brown dog", 5),
    ("U", "Black or white dog", 4),
    ("G", "Cat", 4),
    ("W", "Pony", 3),
    ("K", "Other animal", 4),
)
"""Letter, subject and highest number of each set."""

_TORTOISE = "K1"
_JOKER_POINTS = 15


def _name(letter: str, subject: str, number: int) -> str:
    return "Tortoise" if f"{letter}{number}" == _TORTOISE else f"{subject} {number}"


PACK = Pack(
    [
        *(
            Picture(
                code=f"{letter}{number}",
                name=_name(letter, subject, number),
                group=letter,
                value=number,
                copies=2,
            )
            for letter, subject, numbers in _SETS
            for number in range(1, numbers + 1)
        ),
        Picture(code="J", name="Cat-and-dog joker", group="J", value=_JOKER_POINTS, copies=4),
    ]
)

JOKER = PACK.first("J")
"""The first joker; every card from it on is one."""

POINTS: tuple[int, ...] = tuple(
    picture.value for picture in PACK.pictures for _ in range(picture.copies)
)
"""What each card counts when it is left in hand: its number, a joker 15 (3.6)."""


def _mask_of_letters(letters: str) -> int:
    return mask_of(card for card in PACK.cards() if PACK.code_of[card][0] in letters)


JOKERS = _mask_of_letters("J")

CALLED: dict[Call, int] = {
    "cat": _mask_of_letters("G") | JOKERS,
    "dog": _mask_of_letters("RU") | JOKERS,
}
"""What may be played while a call stands: brown dogs are dogs, and so are black or white ones."""

MATCHES: tuple[int, ...] = tuple(
    _mask_of_letters(PACK.code_of[top][0])
    | mask_of(card for card in range(JOKER) if POINTS[card] == POINTS[top])
    | JOKERS
    for top in range(JOKER)
)
"""What may be played on each card that is no joker: its set, its number, jokers."""

COPIES: tuple[int, ...] = tuple(
    mask_of(other for other in PACK.cards() if PACK.code_of[other] == PACK.code_of[card])
    for card in PACK.cards()
)
"""The copies of each card, itself among them."""

_BY_POINTS = tuple(
    (points, mask_of(card for card in PACK.cards() if POINTS[card] == points))
    for points in sorted(set(POINTS))
)


def points_of(mask: int) -> int:
    """Return what a set of cards counts (3.6)."""
    return sum(points * (mask & cards).bit_count() for points, cards in _BY_POINTS)
