"""Reading the account feed: what an account was told, from any place in it that is still kept.

A place is named by a cursor, and the id of an event is the cursor of the place behind it: who goes
on after the id of the last event they got misses none and gets none twice.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection
from django.db.models import TextField
from django.db.models.functions import Cast

from accounts.errors import CursorExpiredError
from accounts.event_types import EVENT_TYPES
from accounts.models import AccountEvent
from accounts.times import time_text

STALE = timedelta(days=1)
"""A reader whose cursor is older gets a new one, even if there is nothing new."""
_FORM = re.compile(r"([0-9a-f]{12})-([0-9a-f]{8})", re.ASCII)


class BadPlaceError(Exception):
    """The text is no cursor of any account feed."""


class Place(NamedTuple):
    """A place in the feed: behind everything told up to a sequence."""

    sequence: int
    at: datetime
    """When it was the end of the feed, or when the event before it was told; whole seconds."""

    def __str__(self) -> str:
        return f"{self.sequence:012x}-{int(self.at.timestamp()):08x}"


def read_place(text: str) -> Place:
    """Read a cursor; raise `BadPlaceError`."""
    match = _FORM.fullmatch(text)
    if match is None:
        raise BadPlaceError
    return Place(int(match[1], 16), datetime.fromtimestamp(int(match[2], 16), UTC))


@dataclass(frozen=True, kw_only=True)
class Part:
    """What an account was told from some place on."""

    items: Sequence[AccountEvent]
    cursor: Place
    """The place behind these, or the end of the feed if there are no more."""
    more: bool
    mark: str
    """What `accounts.waiting.marks` says of the account when it has no later news than the end of the feed."""
    refreshed: bool
    """Whether the reader should take the new cursor although there is nothing new."""


_ENDS = """
SELECT herdbook.clock(), coalesce(max(sequence), 0),
  (SELECT coalesce(max(sequence), 0) FROM account_event WHERE account_id = %s),
  coalesce(pg_sequence_last_value(pg_get_serial_sequence('account_event', 'sequence')::regclass), 0)
FROM account_event
"""


def latest(account: UUID) -> Place:
    """Return the end of the feed: whatever is told from now on lies behind it."""
    now, end, _, _ = _ends(account)
    return Place(end, now)


def read(account: UUID, *, after: Place | None, limit: int, scopes: Collection[str]) -> Part:
    """Return what an account was told after a place, or as far back as it is kept, oldest first.

    Of what needs another scope than these nothing is said. Raises `CursorExpiredError` if what
    lies behind the place is no longer kept as a whole.
    """
    now, end, own, given = _ends(account)
    if after is not None:
        _must_be_kept(after, now=now, given=given)
    start = after.sequence if after is not None else 0
    shown = AccountEvent.objects.filter(account=account, type__in=_types(scopes))
    found = shown.filter(sequence__gt=start, sequence__lte=end).order_by("sequence")
    items = list(found[: limit + 1])
    more = len(items) > limit
    items = items[:limit]
    # An account that ends takes its events along, so that the end may lie before the place.
    cursor = place_behind(items[-1]) if more else Place(max(end, start), now)
    return Part(
        items=items,
        cursor=cursor,
        more=more,
        mark=str(own),
        refreshed=after is None or now - after.at > STALE,
    )


def all_of(account: UUID, *, scopes: Collection[str]) -> list[msgspec.Raw]:
    """Return all that an account was told and that is still kept, oldest first, each as JSON.

    There may be a hundred thousand, and as text they take less room and time than as objects.
    """
    rows = AccountEvent.objects.filter(account=account, type__in=_types(scopes))
    text = Cast("data", TextField())
    shown = rows.order_by("sequence").values_list("sequence", "told_at", "type", "at", text)
    return [
        msgspec.Raw(msgspec.json.encode(_view(Place(sequence, told_at), type_, at, _raw(data))))
        for sequence, told_at, type_, at, data in shown.iterator()
    ]


def _raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode())


def previous_to(event: AccountEvent, scopes: Collection[str]) -> str | None:
    """Return the id of what the account was told before, if that is still kept."""
    shown = AccountEvent.objects.filter(account=event.account_id, type__in=_types(scopes))
    found = shown.filter(sequence__lt=event.sequence).order_by("-sequence").first()
    return None if found is None else str(place_behind(found))


def _types(scopes: Collection[str]) -> list[str]:
    return [str(one) for one, described in EVENT_TYPES.items() if described.scope in scopes]


def place_behind(event: AccountEvent) -> Place:
    """Return the place of an event."""
    return Place(event.sequence, event.told_at)


def event_view(event: AccountEvent) -> dict[str, Any]:
    """Return an event as everybody gets it: by poll, stream and webhook."""
    return _view(place_behind(event), event.type, event.at, event.data)


def _view(place: Place, type_: str, at: datetime, facts: Any) -> dict[str, Any]:
    return {"id": str(place), "type": type_, "at": time_text(at), "data": facts}


def _ends(account: UUID) -> tuple[datetime, int, int, int]:
    """Return the time, the ends of the whole feed and of the account's, and the last ever given."""
    with connection.cursor() as cursor:
        cursor.execute(_ENDS, [account])
        row: tuple[datetime, int, int, int] = cursor.fetchone()
    return row


def _must_be_kept(place: Place, *, now: datetime, given: int) -> None:
    # One ahead of all that was ever given comes from before the database was restored; one ahead
    # of time would be good for longer than what lies behind it is kept.
    kept = timedelta(days=settings.HERDBOOK_EVENT_DAYS)
    if place.sequence > given or now - place.at > kept or place.at - now > STALE:
        raise CursorExpiredError(
            f"The feed is kept for {settings.HERDBOOK_EVENT_DAYS} days, and this cursor is older."
            " Read GET /api/v1/me/turns and go on after its `events_after`."
        )
