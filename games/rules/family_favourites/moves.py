"""The moves of Family Favourites and their one text form each (3.5).

There are few enough of them to make each once, when the module is loaded.
"""

from typing import TypeAlias

from games.engine.cards import Card
from games.engine.errors import MalformedMoveError
from games.engine.ruleset import Move
from games.rules.family_favourites.cards import CALLS, JOKER, PACK, Call


class Play(Move, frozen=True, tag="play"):
    """A card goes on top of the played pile: `R3`, `J>cat`."""

    card: Card
    """The lowest number of its picture, whichever copy the seat holds."""
    call: Call | None = None
    """The animal named; a joker always names one, no other card does (3.7.8)."""

    def __str__(self) -> str:
        """Return the move's text."""
        code = PACK.code_of[self.card]
        return code if self.call is None else f"{code}>{self.call}"


class Draw(Move, frozen=True, tag="draw"):
    """The seat takes the top card of the draw pile: `draw`."""

    def __str__(self) -> str:
        """Return the move's text."""
        return "draw"


class Pass(Move, frozen=True, tag="pass"):
    """The seat can neither play nor draw: `pass`."""

    def __str__(self) -> str:
        """Return the move's text."""
        return "pass"


FamilyMove: TypeAlias = Play | Draw | Pass

DRAW = Draw()
PASS = Pass()

PLAYS: tuple[Play, ...] = tuple(Play(card - card % 2) for card in range(JOKER))
"""The way to play each card that is no joker; the copies of a picture share it."""

JOKER_PLAYS: tuple[Play, ...] = tuple(Play(JOKER, call) for call in CALLS)

EVERY_MOVE: tuple[FamilyMove, ...] = (*PLAYS[::2], *JOKER_PLAYS, DRAW, PASS)

_BY_TEXT = {str(move): move for move in EVERY_MOVE}

GRAMMAR: dict[str, str] = {
    "<set><number>": "play an animal of the top card's set or number, or one called, such as R3",
    "J><call>": "play a joker and call cat or dog, such as J>cat",
    "draw": "take the top card of the draw pile; the turn is over",
    "pass": "do nothing, when there is nothing to play and nothing to draw",
}


def parse(text: str) -> FamilyMove:
    """Read a move; raise `MalformedMoveError`.

    >>> parse("J>cat")
    Play(card=40, call='cat')
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise MalformedMoveError("That is not a move of Family Favourites.") from None
