"""What accounts were told of decisions: of each once, and of every one that was there to be read."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from accounts.event_types import EventType
from accounts.models import AccountEvent
from games.engine.seats import Seat
from games.selectors import decision_ids
from tests.simulation.invariants import Asked

_ONCE = {
    EventType.DECISION_REQUESTED: ("decision",),
    EventType.DEADLINE_NEAR: ("decision", "deadline_at"),  # anew when one that moved is near again
}
"""What is told once, and of what."""


Told: TypeAlias = tuple[UUID, str, dict[str, Any]]
"""Whom something was told, its type, and what."""


def rows() -> list[Told]:
    """Return what accounts were told that must be told once."""
    told = AccountEvent.objects.filter(type__in=_ONCE)
    return list(told.values_list("account_id", "type", "data"))


def faults(
    asked: Mapping[UUID, Sequence[Asked]], told: Iterable[Told], reads: Sequence[datetime]
) -> Iterator[str]:
    """Yield what is wrong with the feeds of the accounts; `reads` are when the log was read."""
    counts: dict[EventType, Counter[tuple[UUID, str]]] = {type_: Counter() for type_ in _ONCE}
    for account, type_, data in told:
        of_what = "/".join(str(data[name]) for name in _ONCE[EventType(type_)])
        counts[EventType(type_)][account, of_what] += 1
    for type_, counted in counts.items():
        for (_, of_what), times in counted.items():
            if times > 1:
                yield f"{type_} was told {times} times of {of_what}"
    requested = counts[EventType.DECISION_REQUESTED]
    known: set[tuple[UUID, str]] = set()
    for game, decisions in asked.items():
        for one in decisions:
            decision = decision_ids.write(game, Seat(one.seat), one.opened)
            key = one.account, decision
            known.add(key)
            if was_there(one, reads) and key not in requested:
                yield f"decision {decision} was told to nobody"
    for _, decision in requested.keys() - known:
        yield f"decision {decision} was told of, and never owed"


def was_there(one: Asked, reads: Sequence[datetime]) -> bool:
    """Answer whether the log was read while a decision was open."""
    place = bisect_right(reads, one.opened_at)
    return place < len(reads) and reads[place] < one.closed_at
