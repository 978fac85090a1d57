"""What was said about a game, as one viewer may read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.selectors import unread_by
from accounts.times import time_text
from games.models import ChatMessage

Room = ChatMessage.Room


@dataclass(frozen=True, kw_only=True)
class ChatPage:
    """Messages in their order; `next` is the `after` of those that follow, None at the end."""

    messages: Sequence[ChatMessage]
    next: int | None


def list_messages(
    game: UUID, *, room: Room, viewer: UUID | None, after: int, limit: int
) -> ChatPage:
    """Return the messages of a room behind a number, without those the viewer keeps from itself."""
    unread = unread_by(viewer) if viewer is not None else frozenset()
    found = (
        ChatMessage.objects.filter(Q(author__isnull=True) | ~Q(author__in=unread))
        .filter(game=game, room=room, number__gt=after)
        .select_related("author")
        .order_by("number")
    )
    rows = list(found[: limit + 1])
    shown = rows[:limit]
    return ChatPage(messages=shown, next=shown[-1].number if len(rows) > limit else None)


def message_view(message: ChatMessage) -> dict[str, Any]:
    """Return a message as it is shown."""
    return {
        "id": str(message.id),
        "number": message.number,
        "room": message.room,
        "seat": message.seat,
        "name": message.author.name if message.author is not None else message.alias,
        "at": time_text(message.at),
        "text": message.text,
    }
