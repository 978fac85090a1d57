"""Lists of accounts, tokens and webhooks, page by page, the newest first.

The order is total, so that pages neither skip nor repeat; a cursor is the place of the last item
shown.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

from accounts.models import Account, Token
from accounts.moderation.case_models import Report
from accounts.moderation.models import Sanction
from accounts.oauth.models import App
from accounts.webhooks.models import Webhook, WebhookDelivery

Row = TypeVar("Row", Account, Token, Webhook, WebhookDelivery, Sanction, Report, App)


class BadCursorError(Exception):
    """The cursor is none that a list has given."""


@dataclass(frozen=True, kw_only=True)
class Page(Generic[Row]):
    """One page: the items, and the cursor of the next or None."""

    items: Sequence[Row]
    next: str | None


def page_of(rows: "QuerySet[Row]", *, limit: int, cursor: str | None) -> Page[Row]:
    """Return a page in one query; raise `BadCursorError`."""
    found = rows.order_by("-created_at", "-id")
    if cursor is not None:
        created_at, id_ = _read(cursor)
        try:
            found = found.filter(
                Q(created_at__lt=created_at) | Q(created_at=created_at, id__lt=id_)
            )
        except ValidationError:  # an id of the other list
            raise BadCursorError from None
    listed = list(found[: limit + 1])
    shown = listed[:limit]
    return Page(items=shown, next=_write(shown[-1]) if len(listed) > limit else None)


def is_cursor(text: str) -> bool:
    """Answer whether a list can have given this cursor."""
    try:
        _read(text)
    except BadCursorError:
        return False
    return True


def _write(row: Account | Token | Webhook | WebhookDelivery | Sanction | Report | App) -> str:
    return _encode(row.created_at, str(row.id))


def _encode(moment: datetime, id_: str) -> str:
    text = f"{moment.astimezone(UTC).isoformat()}|{id_}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[datetime, str]:
    try:
        raw = base64.urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4)).decode()
        moment, id_ = raw.split("|")
        place = datetime.fromisoformat(moment), id_
        given = _encode(*place)
    except (ValueError, OverflowError):
        raise BadCursorError from None
    # Whatever else reads as a place, such as a time without a zone, no list has given.
    if given != cursor or "\0" in id_:
        raise BadCursorError
    return place
