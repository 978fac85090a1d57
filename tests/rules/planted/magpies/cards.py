"""The pack of Magpies, and its moves.

Magpies is played only here: a game small enough to be seen through that has what invites a leak:
a hidden deck, copies of each picture, sealed choices, a free move, shuffles in mid-game.

Each seat holds three trinkets and seals one; when all have, they are turned up, the dearest one
scores unless it is tied, and everybody draws while the deck goes round. Once a round a seat that
has not sealed may bury a card: it is shuffled into the deck, whose new top comes to the hand.
The seat with the most points after two rounds wins.
"""

from typing import Literal

from games.engine.cards import Card, Pack, Picture
from games.engine.errors import MalformedMoveError
from games.engine.ruleset import Move

PACK = Pack(
    [
        Picture(code=f"T{value}", name=f"Trinket {value}", group="trinket", value=value, copies=2)
        for value in range(1, 10)
    ]
)

HAND_SIZE = 3


def value_of(card: Card) -> int:
    """Return what a card counts."""
    return card // 2 + 1


class MagpieMove(Move, frozen=True):
    """To seal or to bury a card."""

    code: str
    verb: Literal["seal", "bury"] = "seal"

    def __str__(self) -> str:
        return self.code if self.verb == "seal" else f"bury:{self.code}"


EVERY_MOVE = [
    MagpieMove(picture.code, verb) for picture in PACK.pictures for verb in ("seal", "bury")
]


def parse_move(text: str) -> MagpieMove:
    """Read a move; raise `MalformedMoveError`."""
    code = text.removeprefix("bury:")
    if not PACK.has_code(code):
        raise MalformedMoveError("A move is a trinket, or bury: and a trinket.")
    return MagpieMove(code, "seal" if code == text else "bury")
