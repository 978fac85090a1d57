"""What a report cites, as its reporter could see it then, frozen.

While a game runs it is what anybody may see of it: no hand, be it the reporter's own, gets into a
report. Accounts stand in it by their ids, so that who ends leaves no name behind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from accounts.times import time_text
from games.engine.seats import Seat
from games.models import ChatMessage
from games.selectors.game_view import deciding, event_view
from games.services.errors import BadRequestValueError
from games.store import load
from games.store.load import Loaded, Recorded

MOST_EVENTS = 200
LAST_EVENTS = 50
"""Without versions so many of the latest events are cited."""
MOST_MESSAGES = 100
Room = ChatMessage.Room


@dataclass(frozen=True, kw_only=True)
class Slice:
    """A part of a game's log and what was said meanwhile."""

    from_version: int
    to_version: int
    events: Sequence[Recorded]
    messages: Sequence[ChatMessage]
    """What the reporter could read, be it muted by them or not."""
    open_decisions: Sequence[dict[str, Any]]
    """Those owed when it was cited, if the slice goes to the end of the log."""


def cut(
    loaded: Loaded, reporter: UUID, *, from_version: int | None, to_version: int | None
) -> Slice:
    """Return the part of a game between two versions, both included.

    Raises `BadRequestValueError` for versions that the game has not got, or too many.
    """
    version = loaded.state.version
    end = version if to_version is None else to_version
    begin = max(end - LAST_EVENTS + 1, 1) if from_version is None else from_version
    if end > version:
        raise BadRequestValueError(f"The game is at version {version} only.", "/to_version")
    if begin > end:
        raise BadRequestValueError("It must not lie behind the other.", "/from_version")
    if end - begin >= MOST_EVENTS:
        raise BadRequestValueError(f"Cite {MOST_EVENTS} events at most.", "/from_version")
    events = load.events(loaded.id, after=begin - 1, until=end)
    is_latest = end == version
    said = ChatMessage.objects.filter(game=loaded.id, room__in=_rooms(loaded, reporter))
    if from_version is not None:
        said = said.filter(at__gte=events[0].at)
    if not is_latest:
        said = said.filter(at__lte=events[-1].at)
    return Slice(
        from_version=begin,
        to_version=end,
        events=events,
        messages=list(said.order_by("-at", "-id")[:MOST_MESSAGES])[::-1],
        open_decisions=deciding(loaded.state) if is_latest else [],
    )


def _rooms(loaded: Loaded, reporter: UUID) -> list[Room]:
    if loaded.seat_of(reporter) is None:
        return [Room.SPECTATORS]
    return [Room.PLAYERS, Room.SPECTATORS] if loaded.state.status.is_over else [Room.PLAYERS]


def frozen(loaded: Loaded, reporter: UUID, cited: Slice) -> dict[str, Any]:
    """Return a slice as JSON."""
    seat = loaded.seat_of(reporter)
    seen_by: Seat | None = seat if loaded.state.status.is_over else None
    return {
        "game": str(loaded.id),
        "ruleset": loaded.state.ruleset,
        "status": str(loaded.state.status),
        "version": loaded.state.version,
        "at": time_text(loaded.now),
        "reporter_seat": seat,
        "seen_by": seen_by,
        "holders": _holders(loaded),
        "events": [event_view(one, seen_by) for one in cited.events],
        "messages": [_message(one) for one in cited.messages],
        "open_decisions": list(cited.open_decisions),
    }


def _holders(loaded: Loaded) -> list[dict[str, Any]]:
    """Return which account held each seat then."""
    found = []
    for seat in loaded.state.seat_numbers:
        owner = loaded.owners.get(loaded.state.seats[seat].holder or "")
        found.append({"seat": seat, "account": None if owner is None else str(owner.account)})
    return found


def _message(message: ChatMessage) -> dict[str, Any]:
    return {
        "id": str(message.id),
        "number": message.number,
        "room": message.room,
        "seat": message.seat,
        "account": str(message.author_id) if message.author_id else None,
        "at": time_text(message.at),
        "text": message.text,
    }
