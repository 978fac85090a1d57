"""The moves of Farmyard Cries and their one text form each (2.5).

There are few enough of them to make each once, when the module is loaded.
"""

from typing import Literal, TypeAlias

from games.engine.cards import Card
from games.engine.errors import MalformedMoveError
from games.engine.ruleset import Move
from games.rules.farmyard_cries.cards import GROUPS, PACK, GroupId

Stack: TypeAlias = Literal["A", "B"]
STACKS: tuple[Stack, Stack] = ("A", "B")


class Exchange(Move, frozen=True, tag="exchange"):
    """Discard a card and take the face-up card of a stack: `HEN.M>A`."""

    card: Card
    stack: Stack

    def __str__(self) -> str:
        """Return the move's text."""
        return f"{PACK.code_of[self.card]}>{self.stack}"


class Swap(Move, frozen=True, tag="swap"):
    """Call a swap, in which every seat passes a card to its left: `swap`."""

    def __str__(self) -> str:
        """Return the move's text."""
        return "swap"


class Pass(Move, frozen=True, tag="pass"):
    """Seal the card to be passed in a swap: `pass:HEN.M`."""

    card: Card

    def __str__(self) -> str:
        """Return the move's text."""
        return f"pass:{PACK.code_of[self.card]}"


class Cry(Move, frozen=True, tag="cry"):
    """Call for the Young of a group; a free move: `cry:HEN`."""

    group: GroupId

    def __str__(self) -> str:
        """Return the move's text."""
        return f"cry:{self.group}"


class LayDown(Move, frozen=True, tag="lay-down"):
    """Lay a set down, in a race of several seats that hold one: `lay-down`."""

    def __str__(self) -> str:
        """Return the move's text."""
        return "lay-down"


FarmyardMove: TypeAlias = Exchange | Swap | Pass | Cry | LayDown

SWAP = Swap()
LAY_DOWN = LayDown()
FROM_A = {1 << card: Exchange(card, "A") for card in PACK.cards()}
"""The exchanges with stack A, by the bit of the card discarded."""
FROM_B = {1 << card: Exchange(card, "B") for card in PACK.cards()}
PASSES = {1 << card: Pass(card) for card in PACK.cards()}
CRIES = {group.id: Cry(group.id) for group in GROUPS.values()}

EVERY_MOVE: list[FarmyardMove] = [
    *FROM_A.values(),
    *FROM_B.values(),
    *PASSES.values(),
    *CRIES.values(),
    SWAP,
    LAY_DOWN,
]
_MOVES = {str(move): move for move in EVERY_MOVE}

GRAMMAR: dict[str, str] = {
    "<card>><stack>": "discard a card and take the face-up card of stack A or B, such as HEN.M>A",
    "swap": "call a swap: every seat passes a card to its left",
    "pass:<card>": "seal the card that you pass in a swap",
    "cry:<group>": "call for the Young of a group at any time; a free move, such as cry:HEN",
    "lay-down": "lay your set down in a race; the first to do so wins the round",
}


def parse(text: str) -> FarmyardMove:
    """Read a move; raise `MalformedMoveError`.

    >>> parse("HEN.M>A")
    Exchange(card=0, stack='A')
    """
    try:
        return _MOVES[text]
    except KeyError:
        raise MalformedMoveError("That is not a move of Farmyard Cries.") from None
