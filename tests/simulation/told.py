"""What accounts were told of decisions: of each once, and of every one that was there to be read."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from accounts.event_types import EventType
from accounts.models import AccountEvent
from games.engine.seats import Seat
from games.selectors import decision_ids
from tests.simulation.invariants import Asked
from tests.simulation.tables import Played

_ONCE = {
    EventType.DECISION_REQUESTED: ("decision",),
    EventType.DEADLINE_NEAR: ("decision", "deadline_at"),  # anew when one that moved is near again
}
"""What is told once, and of what."""


def faults(
    asked: Mapping[UUID, Sequence[Asked]], games: Sequence[Played], reads: Sequence[datetime]
) -> Iterator[str]:
    """Yield what is wrong with the feeds of the accounts; `reads` are when the log was read."""
    told: dict[EventType, Counter[tuple[UUID, str]]] = {type_: Counter() for type_ in _ONCE}
    for account, type_, data in AccountEvent.objects.filter(type__in=_ONCE).values_list(
        "account_id", "type", "data"
    ):
        of_what = "/".join(str(data[name]) for name in _ONCE[EventType(type_)])
        told[EventType(type_)][account, of_what] += 1
    for type_, counted in told.items():
        for (_, of_what), times in counted.items():
            if times > 1:
                yield f"{type_} was told {times} times of {of_what}"
    requested = told[EventType.DECISION_REQUESTED]
    known: set[tuple[UUID, str]] = set()
    for played in games:
        for one in asked[played.game]:
            decision = decision_ids.write(played.game, Seat(one.seat), one.opened)
            key = played.players[one.seat].asker.account, decision
            known.add(key)
            if was_there(one, reads) and key not in requested:
                yield f"decision {decision} was told to nobody"
    for _, decision in requested.keys() - known:
        yield f"decision {decision} was told of, and never owed"


def was_there(one: Asked, reads: Sequence[datetime]) -> bool:
    """Answer whether the log was read while a decision was open."""
    place = bisect_right(reads, one.opened_at)
    return place < len(reads) and reads[place] < one.closed_at
