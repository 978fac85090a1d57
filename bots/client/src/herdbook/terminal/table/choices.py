"""What a person can do at the moment, and which of it a typed line means."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from herdbook.views import Game


class Act(Enum):
    """The kinds of things to do."""

    MOVE = "answer the decision"
    FREE = "make a free move"
    RETURN = "take the seat back"
    AGAIN = "play again"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do; `text` is what it is called, and for a move what is sent."""

    act: Act
    text: str


def choices_in(game: Game) -> tuple[Choice, ...]:
    """List what can be done in a game as it stands."""
    seat = game.my_seat
    if game.is_over:
        again = (Choice(Act.AGAIN, "play again"),) if seat else ()
        return (*again, Choice(Act.LEAVE, "leave"))
    if seat and seat.state == "away" and game.status == "running":
        return (Choice(Act.RETURN, "take your seat back"),)
    legal = game.decision.legal_moves if game.decision else ()
    return (
        *(Choice(Act.MOVE, move) for move in legal),
        *(Choice(Act.FREE, move) for move in game.free_moves if move not in legal),
    )


def meant_by(line: str, choices: Sequence[Choice]) -> int | None:
    """Find the choice that a line means: its text, else its number, else how only it begins."""
    typed = line.strip().casefold()
    if not typed:
        return None
    texts = [choice.text.casefold() for choice in choices]
    if typed in texts:
        return texts.index(typed)
    if typed.isdecimal() and typed.isascii() and 0 < int(typed) <= len(texts):
        return int(typed) - 1
    begun = [place for place, text in enumerate(texts) if text.startswith(typed)]
    return begun[0] if len(begun) == 1 else None
