"""The pack of Farmyard Cries: 44 cards in seven groups (2.1), numbered in the order of its table.

A set of cards is a bit mask: bit c stands for card c. Every card is the only one of its code.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from games.engine.card_sets import cards_of, mask_of
from games.engine.cards import Card, Pack, Picture

GroupId: TypeAlias = Literal["HEN", "DUK", "DOG", "SHP", "CAT", "COW", "PIG"]

HAND_SIZE = 5
STACK_A_SIZE = 10

_TABLE: tuple[tuple[GroupId, str, int, str, tuple[tuple[str, ...], ...]], ...] = (
    (
        *("HEN", "Hen", 10, "Mrs Cluck-Cluck"),
        (
            ("Chick", "Egg"),
            ("Coop", "Dust Bath"),
            ("Rhode Island Red", "White Leghorn", "Light Sussex"),
        ),
    ),
    (
        *("DUK", "Duck", 15, "Mrs Quack-Quack"),
        (("Duckling", "Egg"), ("Duck Pond", "Duck House"), ("Indian Runner", "Aylesbury")),
    ),
    (
        *("DOG", "Dog", 20, "Mrs Bow-Wow"),
        (
            ("Puppy",),
            ("Kennel", "Rabbit Warren"),
            ("Bulldog", "Pekinese", "Foxhound", "Field Spaniel"),
        ),
    ),
    (
        *("SHP", "Sheep", 25, "Mrs Baa-Baa"),
        (("Lamb",), ("Shearing Shed", "Sheep Pen"), ("Welsh Mountain Ram", "Dartmoor Ram")),
    ),
    (
        *("CAT", "Cat", 30, "Mrs Miaow"),
        (("Kitten",), ("Mousehole",), ("Manx", "Siamese", "Persian")),
    ),
    ("COW", "Cow", 40, "Mrs Moo-Moo", (("Calf",), ("Meadow",), ("Friesian", "Highland"))),
    ("PIG", "Pig", 50, "Mrs Grunt", (("Piglet",), ("Sty",), ("Large White",))),
)
"""Id, name, value, Mother, and the names of Young, Where found and Breed."""


def _pictures() -> list[Picture]:
    return [
        Picture(code=f"{group}.{role}", name=f"{animal}: {name}", group=group, value=value)
        for group, animal, value, mother, parts in _TABLE
        for role, name in [
            ("M", mother),
            *(
                (f"{letter}{nth}", name)
                for letter, names in zip("YWB", parts, strict=True)
                for nth, name in enumerate(names, start=1)
            ),
        ]
    ]


PACK = Pack(_pictures())


class Group(NamedTuple):
    """A group of the pack: its id, its value, and its cards by their part in a set."""

    id: GroupId
    value: int
    mother: int
    young: int
    where: int
    breed: int


def codes_of(cards: Iterable[Card]) -> list[str]:
    """Return the codes of cards, sorted, as they are shown."""
    return sorted(PACK.codes(cards))


def _part(group: GroupId, letter: str) -> int:
    prefix = f"{group}.{letter}"
    return mask_of(card for card in PACK.cards() if PACK.code_of[card].startswith(prefix))


GROUPS: dict[str, Group] = {
    row[0]: Group(row[0], row[2], *(_part(row[0], letter) for letter in "MYWB")) for row in _TABLE
}
"""The groups by id, in the order of the table."""

MOTHERS = mask_of(PACK.first(f"{group}.M") for group in GROUPS)

_GROUPS = tuple(GROUPS.values())


def find_set(hand: int) -> Group | None:
    """Return the group of which a hand holds a set, a card of each part; there is at most one."""
    if hand & MOTHERS:
        for group in _GROUPS:
            _, _, mother, young, where, breed = group
            if hand & mother and hand & young and hand & where and hand & breed:
                return group
    return None


def find_cries(hand: int) -> list[Group]:
    """Return the groups of which a hand holds Mother, Where found and Breed (2.5)."""
    if not hand & MOTHERS:
        return []
    return [g for g in _GROUPS if hand & g.mother and hand & g.where and hand & g.breed]


def winning_four(hand: int, group: Group) -> list[Card]:
    """Return the set of a group in a hand; where there is a choice, the lowest cards (2.8.29)."""
    parts = (group.mother, group.young, group.where, group.breed)
    return [cards_of(hand & part)[0] for part in parts]
