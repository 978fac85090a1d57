"""The moves of Mow and their one text form each (1.5).

There are few enough of them to make each once, when the module is loaded.
"""

from itertools import chain
from typing import Literal, TypeAlias

from games.engine.cards import Card
from games.engine.errors import MalformedMoveError
from games.engine.ruleset import Move
from games.rules.mow.cards import BLOCKER, PACK, SLOWPOKE, TOP_NUMBER

Arrow: TypeAlias = Literal["L", "R"]
"""The direction of play: to the left (seat numbers rise) or to the right."""

ARROWS: tuple[Arrow, Arrow] = ("L", "R")


class Play(Move, frozen=True, tag="play"):
    """A cow joins the herd: `7.2`, `B0>L`, `A7>R`, `S@6>L`."""

    card: Card
    """The lowest number of its picture, whichever twin the seat holds."""
    slot: int | None = None
    """The number a slowpoke stands for."""
    arrow: Arrow | None = None
    """The direction shown afterwards; a special always names it, a plain cow never."""

    def __str__(self) -> str:
        """Return the move's text."""
        slot = "" if self.slot is None else f"@{self.slot}"
        arrow = "" if self.arrow is None else f">{self.arrow}"
        return f"{PACK.code_of[self.card]}{slot}{arrow}"


class Take(Move, frozen=True, tag="take"):
    """The seat takes the herd into its stable: `take`."""

    def __str__(self) -> str:
        """Return the move's text."""
        return "take"


MowMove: TypeAlias = Play | Take

TAKE = Take()

PLAYS: tuple[tuple[Play, ...], ...] = (
    *((Play(card),) for card in range(BLOCKER)),
    *(tuple(Play(card, None, arrow) for arrow in ARROWS) for card in range(BLOCKER, SLOWPOKE)),
)
"""The ways to play each card that is no slowpoke."""

SLOWPOKE_PLAYS: tuple[tuple[Play, ...], ...] = tuple(
    tuple(Play(SLOWPOKE, slot, arrow) for arrow in ARROWS) for slot in range(TOP_NUMBER)
)
"""The ways to play a slowpoke, indexed by the number it stands for; never 0, which is an end."""

EVERY_MOVE: list[MowMove] = [*chain(*PLAYS), *chain(*SLOWPOKE_PLAYS[1:]), TAKE]
_MOVES = {str(move): move for move in EVERY_MOVE}

GRAMMAR: dict[str, str] = {
    "<number>.<flies>": "a plain cow joins an end of the herd, such as 7.2",
    "B<number>><arrow>": "a blocker (B0, B16) joins its end; the arrow then shows L or R",
    "A<number>><arrow>": "an acrobat (A7, A9) lies on the plain cow of its number",
    "S@<slot>><arrow>": "a slowpoke stands for a number missing inside the herd, such as S@6>L",
    "take": "take the herd into your stable",
}


def parse(text: str) -> MowMove:
    """Read a move; raise `MalformedMoveError`.

    >>> parse("S@6>L")
    Play(card=46, slot=6, arrow='L')
    """
    try:
        return _MOVES[text]
    except KeyError:
        raise MalformedMoveError("That is not a move of Mow.") from None
