"""Who held which seat of a game, from which event to which."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from accounts.names import IMPORTED_PREFIX
from games.engine.seat_events import SeatKind, SeatLeft, SeatReplaced, SeatTaken
from games.engine.seats import Seat
from games.selectors.game_view import alias
from games.store.load import Loaded, Recorded
from games.store.models import Holder


class Tenure(TypedDict):
    """That somebody held a seat."""

    seat: Seat | None
    kind: SeatKind
    name: str
    since: int
    """The event that gave them the seat."""
    until: int | None
    """The event that gave it to somebody else; None: they held it to the end."""


def of_game(loaded: Loaded, log: Sequence[Recorded]) -> list[Tenure]:
    """Return who held each seat when play began, and who took one over later, in order."""
    found: list[Tenure] = []
    names = _names(loaded)
    for recorded in log:
        event = recorded.event
        match event:
            case SeatLeft():
                found = [one for one in found if one["seat"] != event.seat]
            case SeatTaken() | SeatReplaced():
                for before in found:
                    if before["seat"] == event.seat and before["until"] is None:
                        before["until"] = recorded.version
                found.append(
                    Tenure(
                        seat=event.seat,
                        kind=event.kind,
                        name=_name(loaded, event, names),
                        since=recorded.version,
                        until=None,
                    )
                )
            case _:
                pass
    return found


def _name(loaded: Loaded, event: SeatTaken | SeatReplaced, names: Mapping[str, str]) -> str:
    if event.holder is None:
        return f"house-{event.strategy}"
    if loaded.state.imported:
        return f"{IMPORTED_PREFIX}{event.seat}"
    return names.get(event.holder) or alias(event.holder)


def _names(loaded: Loaded) -> dict[str, str]:
    """Return the names behind the opaque ids of a game, also of those who hold no seat any more."""
    rows = Holder.objects.filter(game=loaded.id).values_list("id", "account__name")
    return {str(holder): name for holder, name in rows}
