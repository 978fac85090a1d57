"""The calls about one game: from making it to its replay."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, overload
from urllib.parse import quote

from herdbook.answers import Moved, Page
from herdbook.bodies import game_of, members_of, news_of, page_of, value_of
from herdbook.refusals import NotSeatedError
from herdbook.seating import SeatRequest
from herdbook.transport import Repeat, Transport
from herdbook.views import Event, Game


class Games:
    """`client.games`: one method for each call under `/games`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        ruleset: str,
        seats: Sequence[SeatRequest],
        *,
        options: Mapping[str, object] | None = None,
        time_control: Mapping[str, object] | None = None,
        rated: bool = False,
        private: bool = False,
    ) -> Game:
        """Make a game; it starts by itself as soon as every seat is held."""
        body: dict[str, object] = {"ruleset": ruleset, "seats": [dict(seat) for seat in seats]}
        if options is not None:
            body["options"] = options
        if time_control is not None:
            body["time_control"] = time_control
        if rated:
            body["rated"] = True
        if private:
            body["private"] = True
        return game_of(self._transport.send("POST", "/games", body=body, repeat=Repeat.KEY))

    def list(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        mine: bool | None = None,
        open: bool | None = None,  # noqa: A002 - the name in the contract
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Page[Game]:
        """List games, without their tables."""
        params = {
            "status": status,
            "ruleset": ruleset,
            "player": player,
            "mine": mine,
            "open": open,
            "limit": limit,
            "cursor": cursor,
        }
        return page_of(Game, self._transport.send("GET", "/games", params=params))

    @overload
    def view(self, game: str) -> Game: ...
    @overload
    def view(self, game: str, *, etag: str | None, wait: int | None = None) -> Game | None: ...
    def view(self, game: str, *, etag: str | None = None, wait: int | None = None) -> Game | None:
        """Look at a game as this account may see it.

        With the `etag` of an earlier view the answer is None if nothing has changed; with
        `wait` (up to 60 seconds) as well, the server holds the answer back until something has.
        """
        headers = {"If-None-Match": etag} if etag else {}
        response = self._transport.send("GET", _path(game), headers=headers, wait=wait)
        return news_of(response)

    def join(self, game: str, *, seat: int | None = None, code: str | None = None) -> Game:
        """Sit down on a free seat, any one unless it is named."""
        wished: dict[str, object] = {"seat": seat, "code": code}
        body = {name: value for name, value in wished.items() if value is not None}
        return self._post(game, "/seats", body)

    def leave(self, game: str) -> None:
        """Leave a game that has not started."""
        try:
            self._transport.send("DELETE", _path(game, "/seats/me"))
        except NotSeatedError as error:
            if not error.resent:
                raise

    def move(self, game: str, move: str, *, decision: str | None) -> Moved:
        """Answer a decision by its id with one of its legal moves.

        The same move for the same decision may be sent any number of times and counts once, so
        a lost answer is simply asked for again. A free move answers no decision: send None.
        """
        body = {"move": move} if decision is None else {"move": move, "decision": decision}
        response = self._transport.send(
            "POST",
            _path(game, "/moves"),
            body=body,
            repeat=Repeat.KEY if decision is None else Repeat.HARMLESS,
        )
        return Moved(
            events=value_of(tuple[Event, ...], response, "events"),
            game=value_of(Game, response, "game"),
            replayed=response.headers.get("Idempotency-Replayed") == "true",
        )

    def events(
        self, game: str, *, after: int = 0, limit: int | None = None, wait: int | None = None
    ) -> tuple[Event, ...]:
        """List what happened after a version; with `wait`, until something does or time is up."""
        params = {"after": after, "limit": limit}
        response = self._transport.send("GET", _path(game, "/events"), params=params, wait=wait)
        return page_of(Event, response).items if response.status_code == HTTPStatus.OK else ()

    def resign(self, game: str) -> Game:
        """Give up this account's seat for good."""
        return self._post(game, "/resign")

    def return_to_seat(self, game: str) -> Game:
        """Take the seat back from the house bot that plays for it."""
        return self._post(game, "/seats/me/return")

    def abort(self, game: str) -> Game:
        """Call a game off, or consent to it once it is running."""
        return self._post(game, "/abort")

    def replay(self, game: str, *, seat: int | None = None) -> dict[str, Any]:
        """Fetch the replay file of a finished game, unaltered, to be kept or played again."""
        params = {"seat": seat}
        return members_of(self._transport.send("GET", _path(game, "/replay"), params=params))

    def _post(self, game: str, tail: str, body: Mapping[str, object] | None = None) -> Game:
        response = self._transport.send("POST", _path(game, tail), body=body, repeat=Repeat.KEY)
        return game_of(response)


def _path(game: str, tail: str = "") -> str:
    return f"/games/{quote(game, safe='')}{tail}"
