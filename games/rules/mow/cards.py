"""The pack of Mow: 48 cows, 74 flies (1.1), numbered in the order in which lists are shown.

That order is: plain cows by number and then by flies, the blockers 0 and 16, the acrobats 7 and 9,
the two slowpokes. A set of cards is a bit mask: bit c stands for card c.
"""

from games.engine.card_sets import mask_of
from games.engine.cards import Pack, Picture

_FLIES_TEXT = ("no flies", "one fly", "two flies", "three flies")
_PLAIN_NUMBERS = {0: range(1, 16), 1: range(2, 15), 2: range(3, 14), 3: range(7, 10)}
"""Which numbers there are with how many flies."""


def _plain_cows() -> list[Picture]:
    return [
        Picture(
            code=f"{number}.{flies}",
            name=f"Cow {number} with {_FLIES_TEXT[flies]}",
            group="plain",
            value=flies,
        )
        for number in range(1, 16)
        for flies, numbers in _PLAIN_NUMBERS.items()
        if number in numbers
    ]


PACK = Pack(
    [
        *_plain_cows(),
        Picture(code="B0", name="Blocker 0", group="blocker", value=5),
        Picture(code="B16", name="Blocker 16", group="blocker", value=5),
        Picture(code="A7", name="Acrobat 7", group="acrobat", value=5),
        Picture(code="A9", name="Acrobat 9", group="acrobat", value=5),
        Picture(code="S", name="Slowpoke", group="slowpoke", value=5, copies=2),
    ]
)

BLOCKER = PACK.first("B0")
"""The first special: every card below it is plain."""
ACROBAT = PACK.first("A7")
"""Every card below it joins an end of the herd; it and those above it never do."""
SLOWPOKE = PACK.first("S")

HAND_SIZE = 5
TOP_NUMBER = 16
"""Cows are numbered from 0 to this."""


def _number(code: str) -> int:
    return -1 if code == "S" else int(code.lstrip("BA").partition(".")[0])


NUMBER: tuple[int, ...] = tuple(_number(code) for code in PACK.code_of)
"""The number of each card; -1 for a slowpoke, which has none (1.9.1)."""

FLIES: tuple[int, ...] = tuple(
    picture.value for picture in PACK.pictures for _ in range(picture.copies)
)
"""The flies on each card."""


SPECIALS = mask_of(range(BLOCKER, len(PACK)))
"""The six cows with five flies."""

_BY_FLIES = tuple(
    (flies, mask_of(card for card in PACK.cards() if FLIES[card] == flies))
    for flies in (1, 2, 3, 5)
)


def flies_of(mask: int) -> int:
    """Return how many flies are on a set of cards."""
    return sum(flies * (mask & cards).bit_count() for flies, cards in _BY_FLIES)


def points_of(mask: int) -> int:
    """Return what a stable counts at the end of a round: 0 if it holds all six specials (1.9.31)."""
    return 0 if mask & SPECIALS == SPECIALS else flies_of(mask)
