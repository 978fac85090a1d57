"""The calls about one game: from making it to its replay."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any

import httpx

from herdbook.answers import Message, Moved, Page
from herdbook.bodies import game_of, members_of, news_of, nothing_of, page_of, value_of
from herdbook.call import Call, Repeat, given, path
from herdbook.endpoint import endpoint
from herdbook.entropy import Entropy
from herdbook.errors import HerdbookError
from herdbook.imports import needed
from herdbook.refusals import NotOfferedError, NotSeatedError
from herdbook.seating import SeatRequest
from herdbook.views import Event, Game


class GameCalls:
    """`client.games`: one method for each call under `/games`."""

    @endpoint
    def create(
        self,
        ruleset: str,
        seats: Sequence[SeatRequest],
        *,
        options: Mapping[str, object] | None = None,
        time_control: Mapping[str, object] | None = None,
        rated: bool = False,
        private: bool = False,
    ) -> Call[Game]:
        """Make a game; it starts by itself as soon as every seat is held."""
        body = given(
            ruleset=ruleset,
            seats=[dict(seat) for seat in seats],
            options=options,
            time_control=time_control,
            rated=rated or None,
            private=private or None,
        )
        return Call("POST", "/games", game_of, body=body, repeat=Repeat.KEY)

    @endpoint
    def quick_match(
        self,
        ruleset: str,
        seats: int,
        *,
        options: Mapping[str, object] | None = None,
        time_control: Mapping[str, object] | None = None,
        rated: bool = False,
    ) -> Call[Game]:
        """Play whoever wants the same: sit down in a game that waits, or in a new one.

        Asked again while it waits, it is the same game.
        """
        body = given(
            ruleset=ruleset,
            seats=seats,
            options=options,
            time_control=time_control,
            rated=rated or None,
        )
        return Call("POST", "/quick-match", game_of, body=body, repeat=Repeat.KEY)

    @endpoint
    def list(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        mine: bool | None = None,
        open: bool | None = None,  # noqa: A002 - the name in the contract
        rated: bool | None = None,
        seats: int | None = None,
        free: int | None = None,
        offered: bool | None = None,
        time_control: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Call[Page[Game]]:
        """List games, without their tables.

        `seats` is for how many they are, `free` how many seats at least can be taken, and
        `time_control` the kind of their clocks. `offered` games are in play and have a seat that
        anybody may take over.
        """
        params = {
            "status": status,
            "ruleset": ruleset,
            "player": player,
            "mine": mine,
            "open": open,
            "rated": rated,
            "seats": seats,
            "free": free,
            "offered": offered,
            "time_control": time_control,
            "limit": limit,
            "cursor": cursor,
        }
        return Call("GET", "/games", partial(page_of, Game), params=params)

    @endpoint
    def view(self, game: str) -> Call[Game]:
        """Look at a game as this account may see it."""
        return Call("GET", path("games", game), game_of)

    @endpoint
    def news(self, game: Game, *, wait: int | None = None) -> Call[Game | None]:
        """Look at a game again: None if nothing has changed since this view of it.

        With `wait` (up to 60 seconds) the server holds the answer back until something has. A
        view that came with another answer has no `ETag`; looking again is answered at once.
        """
        headers = {"If-None-Match": game.etag} if game.etag else {}
        return Call("GET", path("games", game.id), news_of, headers=headers, wait=wait)

    @endpoint
    def join(
        self,
        game: str,
        *,
        seat: int | None = None,
        code: str | None = None,
        commitment: str | None = None,
    ) -> Call[Game]:
        """Sit down on a free seat, any one unless it is named; in play, on one that is on offer.

        With the `commitment` of an `Entropy` the seat takes part in the shuffles; the game will
        wait a short time for the entropy itself.
        """
        return _order(game, "seats", body=given(seat=seat, code=code, commitment=commitment))

    @endpoint
    def reveal(self, game: str, entropy: Entropy) -> Call[Game]:
        """Reveal the entropy of this account's seat, once the game asks for it."""
        return _order(game, "seats", "me", "entropy", body={"entropy": entropy.value})

    @endpoint
    def leave(self, game: str) -> Call[None]:
        """Leave a game that has not started."""

        def gone_before(error: HerdbookError) -> None:
            # An earlier copy of this request did it, and its answer was lost.
            if not (isinstance(error, NotSeatedError) and error.resent):
                raise error

        return Call("DELETE", path("games", game, "seats", "me"), nothing_of, excuse=gone_before)

    @endpoint
    def answer_invitation(
        self, game: str, *, accept: bool, commitment: str | None = None
    ) -> Call[Game]:
        """Take the seat that was kept for this account, or decline it.

        Who accepts may give the `commitment` of an `Entropy`, as with `join`.
        """
        return _order(game, "invitation", body=given(accept=accept, commitment=commitment))

    @endpoint
    def new_code(self, game: str) -> Call[str]:
        """Make a new join code for a private game of yours; the old one opens nothing any more."""
        return Call(
            "POST",
            path("games", game, "code"),
            lambda response: value_of(str, response, "join_code"),
            # Without a key, but harmless: of several codes the one in the answer is the last.
            repeat=Repeat.HARMLESS,
        )

    @endpoint
    def move(self, game: str, move: str, *, decision: str | None) -> Call[Moved]:
        """Answer a decision by its id with one of its legal moves.

        The same move for the same decision may be sent any number of times and counts once, so
        a lost answer is simply asked for again. A free move answers no decision: send None.
        """
        return Call(
            "POST",
            path("games", game, "moves"),
            _moved,
            body=given(move=move, decision=decision),
            repeat=Repeat.KEY if decision is None else Repeat.HARMLESS,
        )

    @endpoint
    def events(
        self, game: str, *, after: int = 0, limit: int | None = None, wait: int | None = None
    ) -> Call[tuple[Event, ...]]:
        """List what happened after a version; with `wait`, until something does or time is up."""

        def read(response: httpx.Response) -> tuple[Event, ...]:
            return page_of(Event, response).items if response.status_code == HTTPStatus.OK else ()

        params = {"after": after, "limit": limit}
        return Call("GET", path("games", game, "events"), read, params=params, wait=wait)

    @endpoint
    def resign(self, game: str) -> Call[Game]:
        """Give up this account's seat for good."""
        return _order(game, "resign")

    @endpoint
    def return_to_seat(self, game: str) -> Call[Game]:
        """Take the seat back from the house bot that plays for it."""
        return _order(game, "seats", "me", "return")

    @endpoint
    def offer_seat(self, game: str, seat: int, *, account: str | None = None) -> Call[Game]:
        """Offer a seat of a running game to an account, or to anybody who takes it over.

        Your own seat at any time; another's when it has resigned or has been away for long.
        """
        return _order(game, "seats", str(seat), "offer", body=given(account=account))

    @endpoint
    def withdraw_offer(self, game: str, seat: int) -> Call[None]:
        """Take an offer back; if the seat is not on offer any more, nothing happens."""

        def gone_before(error: HerdbookError) -> None:
            if not isinstance(error, NotOfferedError):
                raise error

        address = path("games", game, "seats", str(seat), "offer")
        return Call("DELETE", address, nothing_of, excuse=gone_before)

    @endpoint
    def messages(
        self,
        game: str,
        *,
        room: str | None = None,
        after: int = 0,
        limit: int | None = None,
        wait: int | None = None,
    ) -> Call[tuple[Message, ...]]:
        """List what was said behind the message of a number; with `wait`, until something is.

        Who plays reads the `players`, everybody else the `spectators`.
        """

        def read(response: httpx.Response) -> tuple[Message, ...]:
            said = response.status_code == HTTPStatus.OK
            return page_of(Message, response).items if said else ()

        params = {"room": room, "after": after, "limit": limit}
        return Call("GET", path("games", game, "chat"), read, params=params, wait=wait)

    @endpoint
    def say(self, game: str, text: str) -> Call[Message]:
        """Say something to the others at the table, or to those who look on with you."""
        return Call(
            "POST",
            path("games", game, "chat"),
            partial(value_of, Message),
            body={"text": text},
            repeat=Repeat.KEY,
        )

    @endpoint
    def abort(self, game: str) -> Call[Game]:
        """Call a game off, or consent to it once it is running."""
        return _order(game, "abort")

    @endpoint
    def undo(self, game: str, *, to_version: int | None = None) -> Call[Game]:
        """Ask to go back to before this seat's last move, or agree to what another seat asked for.

        With `to_version`, the one in `game.undo`, it counts for that undo and for no other. Raises
        `UndoImpossibleError`.
        """
        return _order(game, "undo", body=given(to_version=to_version))

    @endpoint
    def decline_undo(self, game: str, *, to_version: int | None = None) -> Call[Game]:
        """Decline the undo that another seat asked for, or take this seat's own consent back."""
        return _order(game, "undo", body=given(consent=False, to_version=to_version))

    @endpoint
    def pause(self, game: str, *, resume_at: datetime | None = None) -> Call[Game]:
        """Let a game rest: nobody can move and no clock runs.

        It goes on by itself at `resume_at`, which needs a time zone, or after a day; sooner with
        `resume`. Raises `PauseBudgetExhaustedError` where the time control allows no more.
        """
        until = None if resume_at is None else resume_at.isoformat()
        return _order(game, "pause", body=given(resume_at=until))

    @endpoint
    def resume(self, game: str) -> Call[Game]:
        """Let a game go on that this account has paused."""
        return _order(game, "resume")

    @endpoint
    def rematch(self, game: str) -> Call[Game]:
        """Make the one game that follows a finished one, or find it if another was faster."""
        return _order(game, "rematch")

    @endpoint
    def replay(self, game: str, *, seat: int | None = None) -> Call[dict[str, Any]]:
        """Fetch the replay file of a finished game, unaltered, to be kept or played again."""
        return Call("GET", path("games", game, "replay"), members_of, params={"seat": seat})

    @endpoint
    def import_replay(self, replay: Mapping[str, Any]) -> Call[Game]:
        """Let the server play a replay file again, and keep the game; it is over at once.

        Only this account can see the game. What the server does not read, such as names and
        hashes, is not sent. Raises `BadReplayError` for a file that tells no game.
        """
        return Call("POST", "/imports", game_of, body=needed(replay), repeat=Repeat.KEY)

    @endpoint
    def proof(self, game: str) -> Call[dict[str, Any]]:
        """Fetch what the server has published about the deals of a game, unaltered.

        Once the game is over its secret is among it; `herdbook.verifying.verify` checks a replay,
        which has the proof in it.
        """
        return Call("GET", path("games", game, "proof"), members_of)


def _order(game: str, *tail: str, body: Mapping[str, object] | None = None) -> Call[Game]:
    """Something to be done to a game, known again by its key and answered with a view."""
    return Call("POST", path("games", game, *tail), game_of, body=body, repeat=Repeat.KEY)


def _moved(response: httpx.Response) -> Moved:
    return Moved(
        events=value_of(tuple[Event, ...], response, "events"),
        game=value_of(Game, response, "game"),
        replayed=response.headers.get("Idempotency-Replayed") == "true",
    )
