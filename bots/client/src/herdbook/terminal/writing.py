"""Text that came from elsewhere, made fit for a terminal.

Names and data are written by strangers. They become `Text`, never markup, and lose whatever a
terminal would obey instead of show.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from rich.text import Text

from herdbook.views import Game

NOTHING = "-"
SEAT_STYLES = ("cyan", "yellow", "green", "blue", "magenta")


def plain(value: object) -> str:
    """Write any JSON value on one harmless line."""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case str():
            return "".join(
                char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in value
            )
        case Mapping():
            members = cast("Mapping[object, object]", value).items()
            return (
                ", ".join(f"{plain(name)}: {plain(member)}" for name, member in members) or NOTHING
            )
        case Sequence():
            return " ".join(plain(item) for item in cast("Sequence[object]", value)) or NOTHING
        case _:
            return str(value)


class Cast:
    """The names of a game's seats, each in its colour."""

    def __init__(self, game: Game) -> None:
        self._names = {seat.seat: seat.name or seat.kind for seat in game.seats}
        mine = game.my_seat
        self._mine = mine.seat if mine else None

    def __getitem__(self, seat: object) -> Text:
        """Name a seat; a name that two seats share (of house bots) gets its number."""
        if not isinstance(seat, int) or seat not in self._names:
            return Text("the server" if seat is None else f"seat {plain(seat)}")
        name = self._names[seat]
        if list(self._names.values()).count(name) > 1:
            name = f"{name}/{seat}"
        style = SEAT_STYLES[seat % len(SEAT_STYLES)]
        return Text(plain(name), style=f"bold {style}" if seat == self._mine else style)

    def listed(self, seats: Sequence[object]) -> Text:
        """Name several seats."""
        return Text(", ").join(self[seat] for seat in seats)
