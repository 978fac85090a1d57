"""The pack of the Tortoise Game: 43 cards, 21 pairs and the Tortoise (4.1).

They are numbered in the order of their codes. A set of cards is a bit mask: bit c stands for card
c. A hand that has thrown out its pairs holds each picture once at most.
"""

from games.engine.card_sets import mask_of
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


_CHUNK = 11
_FIRST, _SECOND, _THIRD, _FOURTH = (
    tuple([start + nth for nth in range(_CHUNK) if mask >> nth & 1] for mask in range(1 << _CHUNK))
    for start in range(0, 4 * _CHUNK, _CHUNK)
)
"""The cards of every set of eleven neighbours: an offer lists a hand at every draw."""


def cards_of(mask: int) -> list[Card]:
    """Return the cards of a set in ascending number.

    The engine has the same without tables, which takes longer than a draw may.

    >>> cards_of(mask_of([3, 1]))
    [1, 3]
    """
    return (
        _FIRST[mask & 0x7FF]
        + _SECOND[mask >> 11 & 0x7FF]
        + _THIRD[mask >> 22 & 0x7FF]
        + _FOURTH[mask >> 33]
    )


TWINS: tuple[int, ...] = tuple(
    mask_of(twin for twin in PACK.cards() if twin != card and PACK.code_of[twin] == code)
    for card, code in enumerate(PACK.code_of)
)
"""The other cards with the picture of each card: what makes a pair with it."""

_JOKERS = [card for card in PACK.cards() if PACK.code_of[card] == "J"]
_LOWER_TWINS = mask_of(
    card for card in PACK.cards() if TWINS[card] == 2 << card and card not in _JOKERS
)
"""The first card of each picture that there is twice; its twin has the next number."""


def _joker_pairs(nth: int) -> int:
    jokers = cards_of(nth << _JOKERS[0])
    return mask_of(jokers[: len(jokers) & ~1])


_JOKER_PAIRS = [_joker_pairs(nth) for nth in range(1 << len(_JOKERS))]
"""The pairs in every set of jokers; they are neighbours in the pack."""


def pairs_in(hand: int) -> int:
    """Return the set of all pairs in a hand, of each picture the lowest cards (4.4).

    Of three jokers one stays, of four none (4.7.12). In ascending number they lie two by two.
    """
    lower = hand & hand >> 1 & _LOWER_TWINS
    return lower | lower << 1 | _JOKER_PAIRS[hand >> _JOKERS[0] & len(_JOKER_PAIRS) - 1]
