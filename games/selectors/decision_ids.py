"""The id of a decision: the game, the seat and the moment it arose."""

import re
from uuid import UUID

from games.engine.seats import Seat

_FORM = re.compile(r"([0-9a-f]{32})-(\d{1,2})-(\d{1,9})", re.ASCII)


def write(game_id: UUID, seat: Seat, opened: int) -> str:
    """Return the id of a decision."""
    return f"{game_id.hex}-{seat}-{opened}"


def read(text: str, *, game_id: UUID) -> tuple[Seat, int] | None:
    """Return seat and counter of a decision of this game, or None for any other text.

    An id has one text: with a zero more it would name the same decision, but not the same command.
    """
    named = split(text)
    return named[1:] if named is not None and named[0] == game_id else None


def split(text: str) -> tuple[UUID, Seat, int] | None:
    """Return game, seat and counter of a decision, or None for any text that is no id of one."""
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    game, seat, opened = UUID(match[1]), Seat(int(match[2])), int(match[3])
    return (game, seat, opened) if text == write(game, seat, opened) else None
