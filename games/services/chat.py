"""Talking about a game: those who play it, and those who look on, each in a room of their own.

What is said stands beside the log and is no part of it: it changes no game, no view and no version.
Nothing hidden can come to light here but what people type.
"""

import unicodedata
from dataclasses import dataclass
from datetime import UTC
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from accounts import wakeups
from accounts.event_data import ChatData
from accounts.event_types import EventType
from accounts.moderation.restrictions import FOR_GOOD, muted_until
from accounts.names import ALIAS_PREFIX
from accounts.selectors import unread_for
from accounts.services.telling import News, tell
from accounts.visible import is_blank
from games.engine.seats import Seat
from games.models import ChatMessage
from games.selectors.chat import Room
from games.selectors.game_view import alias, may_watch
from games.selectors.waiting import topic_of
from games.services.askers import Asker
from games.services.errors import (
    BadRequestValueError,
    GameOverError,
    GameRunningError,
    KeyReusedError,
    MutedError,
    UnknownGameError,
)
from games.services.seat_errors import NotSeatedError
from games.store import load
from games.store.errors import UnknownGameError as NoSuchRowError
from games.store.load import Loaded

LONGEST = 500
"""Characters of a message."""
_LINE_BREAK = "\n"
_TURNS_TEXT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of what stands behind them, as far as other messages."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """A message that was written, or, `replayed`, had been by a copy of the request."""

    message: ChatMessage
    replayed: bool


def room_for(loaded: Loaded, account: UUID | None, wanted: str | None) -> Room:
    """Return the room in which the account reads: its own, unless it asks for another.

    Who plays does not hear the spectators until the game is over. Raises `NotSeatedError` or
    `GameRunningError`.
    """
    seat = loaded.seat_of(account)
    own = Room.SPECTATORS if seat is None else Room.PLAYERS
    room = Room(wanted) if wanted is not None else own
    if room is Room.PLAYERS and seat is None:
        raise NotSeatedError("Only who plays reads what the players say.")
    if room is Room.SPECTATORS and seat is not None and not loaded.state.status.is_over:
        raise GameRunningError("What spectators say is for you to read when the game is over.")
    return room


def say(*, game: UUID, asker: Asker, text: str, key: str | None = None) -> Said:
    """Write a message in the asker's room; raise `ServiceError` with what is in the way.

    Behind the end of a game each seat has one closing word.
    """
    try:
        loaded = load.game(game)
    except NoSuchRowError:
        raise UnknownGameError from None
    if not may_watch(loaded, asker.account):
        raise UnknownGameError
    if key is not None and (earlier := _find(game, asker.account, key)) is not None:
        return _same(earlier, text)
    seat, is_over = loaded.seat_of(asker.account), loaded.state.status.is_over
    if is_over and seat is None:
        raise GameOverError("The game is over, and what spectators say with it.")
    _must_be_fit(text)
    readers = _must_be_read(loaded, asker)
    message = ChatMessage(
        game_id=game,
        room=Room.SPECTATORS if seat is None else Room.PLAYERS,
        seat=seat,
        author_id=asker.account,
        alias="" if seat is None else alias(loaded.state.seats[seat].holder or ""),
        text=text,
        closing=is_over,
        key=key,
    )
    return _write(message, loaded, readers)


def _must_be_fit(text: str) -> None:
    """Raise `BadRequestValueError` for what cannot be shown as the words of one person."""
    if is_blank(text):
        raise BadRequestValueError("Say something.", "/text")
    for character in text:
        is_control = unicodedata.category(character) == "Cc" and character != _LINE_BREAK
        if is_control or character in _TURNS_TEXT:
            raise BadRequestValueError(
                f"A message holds no control characters, such as U+{ord(character):04X}.", "/text"
            )


def _must_be_read(loaded: Loaded, asker: Asker) -> list[UUID]:
    """Return the other accounts at the table that read this one; raise `MutedError`.

    A spectator has no such readers, and is muted by moderators only.
    """
    until = muted_until(asker.account, game=loaded.id, now=loaded.now)
    if until is not None:
        ending = f" until {until:%Y-%m-%d %H:%M} UTC" if until < FOR_GOOD else ""
        raise MutedError(f"A moderator lets you write no messages{ending}.")
    if loaded.seat_of(asker.account) is None:
        return []
    holders = [record.holder or "" for record in loaded.state.seats if record.is_taken]
    others = {loaded.owners[one].account for one in holders if one in loaded.owners}
    others.discard(asker.account)
    readers = others - unread_for(asker.account)
    if others and not readers:
        raise MutedError
    return sorted(readers)


def _write(message: ChatMessage, loaded: Loaded, readers: list[UUID]) -> Said:
    """Give the message its number, in the order of commits, and tell who is to read it."""
    topic = topic_of(Room(message.room), message.game_id)
    try:
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                # One message of a room after the other, so that no reader passes one by.
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [topic])
                cursor.execute(
                    "SELECT coalesce(max(number), 0) + 1, herdbook.clock()"
                    " FROM chat_message WHERE game_id = %s AND room = %s",
                    [message.game_id, message.room],
                )
                message.number, message.at = cursor.fetchone()
            message.at = message.at.astimezone(UTC)
            message.save(force_insert=True)
            tell([_news(message, loaded, reader) for reader in readers])
            transaction.on_commit(lambda: wakeups.send([topic]))
    except IntegrityError:
        return _twice(message)
    return Said(
        message=ChatMessage.objects.select_related("author").get(id=message.id), replayed=False
    )


def _twice(message: ChatMessage) -> Said:
    """Say what another message of the same seat or request stands in the way of."""
    assert message.author_id is not None
    earlier = _find(message.game_id, message.author_id, message.key)
    if earlier is not None:
        return _same(earlier, message.text)
    raise GameOverError("Your seat has had its closing word.")


def _find(game: UUID, author: UUID, key: str | None) -> ChatMessage | None:
    if key is None:
        return None
    found = ChatMessage.objects.select_related("author").filter(game=game, author=author, key=key)
    return found.first()


def _same(earlier: ChatMessage, text: str) -> Said:
    if earlier.text != text:
        raise KeyReusedError
    return Said(message=earlier, replayed=True)


def _news(message: ChatMessage, loaded: Loaded, reader: UUID) -> News:
    assert message.seat is not None, "spectators are told to nobody"
    return News(
        account=reader,
        type=EventType.CHAT_MESSAGE,
        at=message.at,
        data=ChatData(
            game=str(message.game_id),
            version=loaded.state.version,
            seat=Seat(message.seat),
            message=str(message.id),
        ),
        dedupe=f"{EventType.CHAT_MESSAGE}/{message.id.hex}",
    )


def forget(account: UUID) -> None:
    """Let what an erased account said stand under an alias: of its seat, or made for the game."""
    said = ChatMessage.objects.filter(author=account)
    for game, first in said.filter(seat__isnull=True).values_list("game", "id").order_by("-number"):
        said.filter(game=game, seat__isnull=True).update(alias=f"{ALIAS_PREFIX}{first.hex[:8]}")
    said.update(author=None)
