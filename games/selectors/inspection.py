"""A game at any version of its log, as staff may look at it: the table, and who knew what by then."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.commits import replay
from games.engine.game import GameState
from games.engine.seats import Seat
from games.selectors import game_view
from games.store import load
from games.store.load import Loaded, Recorded


@dataclass(frozen=True, kw_only=True)
class Look:
    """Through whose eyes a table is looked at."""

    seat: Seat | None = None
    """None: a spectator's."""
    truth: bool = False
    """Everything that the server knows."""

    @property
    def is_public(self) -> bool:
        return self.seat is None and not self.truth


@dataclass(frozen=True, kw_only=True)
class Inspected:
    """A game as it was once an event had been recorded."""

    loaded: Loaded
    """As it is now."""
    version: int
    state: GameState
    """As it was then."""
    log: Sequence[Recorded]
    """Up to there."""


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """What one viewer was shown of one card, up to a version."""

    seat: Seat | None
    """None: a spectator, and so everybody."""
    is_seen: bool
    """Whether it stands in what they see of the table at this version."""
    shown: Sequence[Recorded]
    """The events that have shown it to them."""


def inspected(loaded: Loaded, version: int) -> Inspected:
    """Return a game at a version; those that are none are taken for the nearest."""
    version = max(1, min(version, loaded.state.version))
    log = load.events(loaded.id, until=version)
    return Inspected(loaded=loaded, version=version, state=replay(load.commits(log)), log=log)


def table(found: Inspected, look: Look) -> Mapping[str, Any] | None:
    """Return what is seen of the table; None before the first deal, or without the rules."""
    state = found.state
    if state.rules is None or not state.rules_installed:
        return None
    if look.truth:
        position: Mapping[str, Any] = state.game_rules.to_position(state.rules)
        return position
    return game_view.table(state, look.seat)


def event_data(recorded: Recorded, look: Look) -> Mapping[str, object]:
    """Return what is seen of an event."""
    return recorded.event.opened() if look.truth else recorded.event.seen_by(look.seat)


def knowledge(found: Inspected, code: str) -> Sequence[Knowledge]:
    """Return who was shown a card, and when: first everybody, then each seat.

    A twin counts as the card, for nobody can tell them apart.
    """
    whole = re.compile(rf"(?<![\w.]){re.escape(code)}(?![\w.])")
    viewers: tuple[Seat | None, ...] = (None, *found.state.seat_numbers)
    return [
        Knowledge(
            seat=seat,
            is_seen=_names(whole, table(found, Look(seat=seat))),
            shown=[one for one in found.log if _names(whole, one.event.seen_by(seat))],
        )
        for seat in viewers
    ]


def _names(code: re.Pattern[str], data: object) -> bool:
    return any(code.search(text) for text in _texts(data))


def _texts(data: object) -> list[str]:
    """Return every text in JSON values, in their order."""
    found: list[str] = re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(data, ensure_ascii=False))
    return found
