"""The one move of the Tortoise Game and its text form (4.5)."""

from games.engine.errors import MalformedMoveError
from games.engine.ruleset import Move
from games.rules.tortoise.cards import PACK


class Draw(Move, frozen=True, tag="draw"):
    """The drawer takes a back out of the offered hand: `draw:0`."""

    position: int
    """Where it lies in the offer, from 0."""

    def __str__(self) -> str:
        """Return the move's text."""
        return f"draw:{self.position}"


DRAWS = [Draw(position) for position in range(len(PACK))]
"""Every draw there can be; no offer is longer than the pack."""

_MOVES = {str(move): move for move in DRAWS}

GRAMMAR: dict[str, str] = {
    "draw:<position>": "take the card at this position of the offered hand, from 0, such as draw:0",
}


def parse(text: str) -> Draw:
    """Read a move; raise `MalformedMoveError`.

    >>> parse("draw:0")
    Draw(position=0)
    """
    try:
        return _MOVES[text]
    except KeyError:
        raise MalformedMoveError("That is not a move of the Tortoise Game.") from None
