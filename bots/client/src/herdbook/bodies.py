"""The bodies of successful answers, read as values."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any, TypeVar

import httpx

from herdbook.answers import AccountEvent, AccountFeed, Page, Turn, Turns
from herdbook.problems import unexpected
from herdbook.reading import UnreadableError, read
from herdbook.views import Game

T = TypeVar("T")


def members_of(response: httpx.Response) -> dict[str, Any]:
    """Read a JSON object, as it is. Like all functions here it raises `UnexpectedAnswerError`."""
    return _read(dict[str, Any], _json(response), response)


def value_of(kind: type[T], response: httpx.Response, member: str | None = None) -> T:
    """Read a `kind`, or the `kind` that one member of the body is."""
    if member is None:
        return _read(kind, _json(response), response)
    return _read(kind, members_of(response).get(member), response)


def items_of(kind: type[T], response: httpx.Response) -> tuple[T, ...]:
    """Read a list that comes in one part."""
    return page_of(kind, response).items


def page_of(kind: type[T], response: httpx.Response) -> Page[T]:
    """Read a part of a list."""
    body = members_of(response)
    items = _read(tuple[Any, ...], body.get("items"), response)
    return Page(
        items=tuple(_read(kind, item, response) for item in items),
        next=body.get("next"),
        count=body.get("count"),
    )


def turns_of(response: httpx.Response) -> Turns:
    """Read a part of the list of owed decisions, with the place in the feed it belongs to."""
    page = page_of(Turn, response)
    place = members_of(response).get("events_after")
    return Turns(items=page.items, next=page.next, count=page.count, events_after=place)


def feed_of(after: str | None, response: httpx.Response) -> AccountFeed:
    """Read a part of the account's feed; where nothing was new (204) the place is that before."""
    if response.status_code != HTTPStatus.OK:
        return AccountFeed(items=(), cursor=after or "latest")
    page = page_of(AccountEvent, response)
    place = _read(str, members_of(response).get("cursor"), response)
    return AccountFeed(items=page.items, cursor=place, more=page.next is not None)


def game_of(response: httpx.Response) -> Game:
    """Read a game view, with the `ETag` it came with."""
    return replace(value_of(Game, response), etag=response.headers.get("ETag"))


def news_of(response: httpx.Response) -> Game | None:
    """Read a game view, or None where there was nothing new (204, 304)."""
    return game_of(response) if response.status_code == HTTPStatus.OK else None


def nothing_of(response: httpx.Response) -> None:
    """Read nothing: that there was an answer says it all."""


def _json(response: httpx.Response) -> object:
    try:
        return response.json()
    except (RecursionError, ValueError):  # nested too deep to be ours, or no JSON
        kind = response.headers.get("Content-Type", "no content type").partition(";")[0]
        detail = f"{response.status_code} with {kind} that is not JSON; is this a Herdbook server?"
        raise unexpected(response, detail) from None


def _read(kind: type[T], value: object, response: httpx.Response) -> T:
    try:
        return read(kind, value)
    except UnreadableError as error:
        raise unexpected(response, f"Not the answer that was due: {error}") from None
