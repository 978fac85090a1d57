"""Turning what services and selectors return into responses."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import account_of
from accounts.models import Account
from games.selectors.game_view import event_view, game_view, may_watch
from games.services.askers import Asker
from games.services.errors import UnknownGameError
from games.services.execute import Committed
from games.store import load
from games.store.errors import UnknownGameError as NoSuchRowError
from games.store.load import Loaded
from games.store.quiet_hours import read_quiet_hours


def asker_of(request: Request) -> Asker:
    """Return who asks, as the services know accounts."""
    account = account_of(request)
    return Asker(
        account=account.id,
        name=account.name,
        is_bot=account.kind == Account.Kind.BOT,
        casual_only=account.sandbox,
        unrated_until=_unrated_until(account),
        quiet_hours=read_quiet_hours(account.time_zone, account.quiet_hours),
    )


def _unrated_until(account: Account) -> datetime | None:
    until = account.unrated_until
    return until if until is not None and until > timezone.now() else None


def viewer_of(request: Request) -> UUID | None:
    """Return the account that looks, or None without a token."""
    return request.user.id if isinstance(request.user, Account) else None


def game_id_of(text: str) -> UUID:
    """Read a game's id; anything else names no game. Raises `UnknownGameError`."""
    try:
        game = UUID(text)
    except ValueError:
        raise UnknownGameError from None
    if str(game) != text:
        raise UnknownGameError
    return game


def watched_game(request: Request, text: str) -> Loaded:
    """Return a game that the viewer may know; raise `UnknownGameError`."""
    try:
        loaded = load.game(game_id_of(text))
    except NoSuchRowError:
        raise UnknownGameError from None
    if not may_watch(loaded, viewer_of(request)):
        raise UnknownGameError
    return loaded


def view_response(request: Request, committed: Committed, *, status: int) -> Response:
    """Answer a command with the game view; a copy of the command gets 200."""
    answer = _done(committed, game_view(committed.game, viewer_of(request)), status)
    return Response(answer.body, status=answer.status, headers=answer.headers)


class Answer(NamedTuple):
    """What is said of a command that was carried out."""

    body: dict[str, Any]
    status: int
    headers: dict[str, str]


def move_response(request: Request, committed: Committed) -> Response:
    """Answer a move with what was committed with it, as the mover may see it, and the view."""
    answer = made_move(committed, viewer_of(request))
    return Response(answer.body, status=answer.status, headers=answer.headers)


def made_move(committed: Committed, viewer: UUID | None) -> Answer:
    """Return what is said of a move to whoever made it."""
    seat = committed.game.seat_of(viewer)
    body = {
        "events": [event_view(recorded, seat) for recorded in committed.events],
        "game": game_view(committed.game, viewer),
    }
    return _done(committed, body, 201)


def _done(committed: Committed, body: dict[str, Any], status: int) -> Answer:
    if committed.replayed:
        return Answer(body, 200, {"Idempotency-Replayed": "true"})
    return Answer(body, status, {})


def etag(loaded: Loaded, viewer: UUID | None) -> str:
    """Return the ETag of a game view: all of it but `server_now` follows from what it names.

    That is the version and the viewer; and, because a game that is over takes no more events, the
    number of accounts that came to their end since.
    """
    seat = loaded.seat_of(viewer)
    gone = loaded.seats_of_nobody
    return f'W/"{loaded.state.version}-{"w" if seat is None else seat}{f"-{gone}" if gone else ""}"'


def matches(header: str | None, tag: str) -> bool:
    """Answer whether `If-None-Match` names this ETag (weak comparison, RFC 9110 13.1.2)."""
    if header is None:
        return False
    named = [part.strip().removeprefix("W/") for part in header.split(",")]
    return tag.removeprefix("W/") in named or named == ["*"]
