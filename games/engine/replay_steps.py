"""The steps of a game that a replay file tells of: its moves, and the facts no rule leads to."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from games.engine.cards import Card
from games.engine.chance import CodedChance, ScriptError
from games.engine.events import Event
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.public_event import PublicEvent
from games.engine.registry import AnyRuleset
from games.engine.replay_file import BadReplayError, EventRow, MoveRow, ReplayFile

_TYPES = {event_type.__name__: event_type for event_type in LIFECYCLE_EVENTS}
_UNSHOWN = {
    "GameCreated": {"creator": ""},
    "SeatInvited": {"holder": ""},
    "OrderGiven": {"by": ""},
}
"""What events hold that no file shows."""


class Step(NamedTuple):
    """A move, or an event that every game has."""

    version: int
    pointer: str
    """Where in the file it stands."""
    told: MoveRow | Event


def steps_of(file: ReplayFile, rules: AnyRuleset) -> Iterator[Step]:
    """Yield moves and facts in the order of their versions; raise `BadReplayError`.

    Events of the ruleset are left out: they follow from the moves.
    """
    own = {event_type.__name__ for event_type in rules.event_types}
    steps = [Step(row.version, f"/moves/{place}", row) for place, row in enumerate(file.moves)]
    for place, row in enumerate(file.events):
        pointer = f"/events/{place}"
        if row.type in _TYPES:
            steps.append(Step(row.version, pointer, _read(row, pointer)))
        elif row.type not in own:
            raise BadReplayError("There is no such event.", f"{pointer}/type")
    before = 0
    for step in sorted(steps, key=lambda one: one.version):
        if step.version <= before:
            raise BadReplayError("A version is above 0 and stands once.", f"{step.pointer}/version")
        before = step.version
        yield step


def _read(row: EventRow, pointer: str) -> Event:
    """Return the event that a row tells of, with its public data alone."""
    event_type = _TYPES[row.type]
    assert issubclass(event_type, PublicEvent)
    if not row.data.keys() <= set(event_type.shows):
        raise BadReplayError("Such an event has no such data.", f"{pointer}/data")
    seat = {} if row.seat is None else {"seat": row.seat}
    filled: dict[str, Any] = {"type": row.type, **_UNSHOWN.get(row.type, {}), **row.data, **seat}
    try:
        return msgspec.convert(filled, event_type)
    except msgspec.ValidationError:
        raise BadReplayError("Such an event says something else.", f"{pointer}/data") from None


class FileChance:
    """The shuffles of a file, each for the purpose that it says."""

    def __init__(self, file: ReplayFile, rules: AnyRuleset) -> None:
        self._coded = CodedChance(rules.pack, [row.order for row in file.shuffles])
        self._purposes = [row.purpose for row in file.shuffles]
        self._used = 0

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        """Return the next order; raise `ScriptError` if it is not of these cards."""
        if self._purposes[self._used : self._used + 1] != [purpose]:
            raise ScriptError(f"the file has no shuffle ({purpose}) here")
        order = self._coded.shuffle(cards, purpose)
        self._used += 1
        return order

    def is_used_up(self) -> bool:
        """Answer whether every shuffle was asked for."""
        return self._used == len(self._purposes)

    def refusal(self, reason: str) -> BadReplayError:
        """Return the refusal of the next shuffle."""
        return BadReplayError(reason, f"/shuffles/{self._used}")
