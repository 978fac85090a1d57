"""The client: one method for each call, on one kept-alive connection."""

from datetime import datetime
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from herdbook.answers import ErrorCode, Health, Page, Ruleset, Sandbox, Turn
from herdbook.bodies import members_of, news_of, page_of, value_of
from herdbook.errors import UnavailableError
from herdbook.games import Games
from herdbook.retries import NEVER, Retries
from herdbook.transport import Repeat, Transport
from herdbook.views import Game


class Client:
    """A Herdbook server, seen by the holder of a token or by a stranger.

    Lost connections and busy answers are tried again where that is safe, as patiently as
    `retries` says; what remains is raised as a `HerdbookError`. Threads may share a client.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = 10.0,
        retries: Retries | None = None,
    ) -> None:
        self._transport = Transport(url, token=token, timeout=timeout, retries=retries or Retries())
        self.games = Games(self._transport)

    def __repr__(self) -> str:
        who = "with a token" if self.token else "without a token"
        return f"<Client of {self.url} {who}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

    @property
    def url(self) -> str:
        """The server's address, without the path of the API."""
        return self._transport.url

    @property
    def token(self) -> str | None:
        """What the calls authenticate with; may be set at any time."""
        return self._transport.token

    @token.setter
    def token(self, token: str | None) -> None:
        self._transport.token = token

    # About the server. None of these needs a token.

    def sandbox(self, ruleset: str | None = None) -> Sandbox:
        """Make a throw-away bot; its token is shown in this one answer only.

        Nothing is remembered here: set `client.token` to go on as that bot.
        """
        body = {} if ruleset is None else {"ruleset": ruleset}
        response = self._transport.send(
            "POST", "/sandbox", body=body, repeat=Repeat.NO, anonymous=True
        )
        return value_of(Sandbox, response)

    def rulesets(self) -> tuple[Ruleset, ...]:
        """List the games this server can play."""
        page = page_of(dict[str, Any], self._transport.send("GET", "/rulesets"))
        return tuple(Ruleset.of(members) for members in page.items)

    def ruleset(self, slug: str) -> Ruleset:
        """Tell all about one of them: seats, options, cards, moves, strategies."""
        path = f"/rulesets/{quote(slug, safe='')}"
        return Ruleset.of(members_of(self._transport.send("GET", path)))

    def errors(self) -> tuple[ErrorCode, ...]:
        """List the codes that errors of this server may have."""
        return page_of(ErrorCode, self._transport.send("GET", "/errors")).items

    def time(self) -> datetime:
        """Ask what time it is where deadlines are judged."""
        return value_of(datetime, self._transport.send("GET", "/time"), "now")

    def health(self) -> Health:
        """Ask, once, whether the server can serve."""
        try:
            response = self._transport.send("GET", "/health/ready", retries=NEVER)
        except UnavailableError as error:
            return Health(ready=False, details=error.problem.members)
        return Health(ready=True, details=members_of(response))

    # About this account.

    def turns(self, *, limit: int | None = None, cursor: str | None = None) -> Page[Turn]:
        """List every decision this account owes, the most urgent first."""
        params = {"limit": limit, "cursor": cursor}
        return page_of(Turn, self._transport.send("GET", "/me/turns", params=params))

    def next_turn(self, *, after: str | None = None, wait: int | None = None) -> Game | None:
        """Find the next game that waits for this account, with its `decision`.

        None when nothing is owed, with `wait` not even after that many seconds (up to 60).
        `after` is the id of a decision to be passed over: the one behind it comes, never itself.
        """
        params = {"after": after}
        response = self._transport.send("GET", "/me/turns/next", params=params, wait=wait)
        return news_of(response)

    def my_games(
        self,
        *,
        status: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Page[Game]:
        """List the games this account sits in."""
        params = {"status": status, "limit": limit, "cursor": cursor}
        return page_of(Game, self._transport.send("GET", "/me/games", params=params))
