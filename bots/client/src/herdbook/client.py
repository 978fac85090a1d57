"""The clients: one method for each call, on kept-alive connections, for threads and for tasks."""

from types import TracebackType
from typing import Self

from herdbook.calls.account import AccountCalls, BotCalls
from herdbook.calls.apps import AppCalls
from herdbook.calls.games import GameCalls
from herdbook.calls.mine import MyCalls
from herdbook.calls.plans import PlanCalls
from herdbook.calls.server import ServerCalls
from herdbook.calls.webhooks import WebhookCalls
from herdbook.conversation import Settings
from herdbook.endpoint import Awaiting, Blocking
from herdbook.login import Login
from herdbook.retries import Retries
from herdbook.streams import AwaitingStreams, BlockingStreams
from herdbook.transport import AsyncTransport, Transport

TIMEOUT = 10.0
"""Seconds without a word from the server, beside those for which it was asked to wait."""


class Calls(ServerCalls, AccountCalls, MyCalls):
    """What both clients can be asked; the calls on games and bots are in their own places."""

    settings: Settings

    def __repr__(self) -> str:
        who = "with a token" if self.token else "without a token"
        return f"<{type(self).__name__} of {self.url} {who}>"

    @property
    def url(self) -> str:
        """The server's address, without the path of the API."""
        return self.settings.url

    @property
    def token(self) -> str | None:
        """What the calls authenticate with; may be set at any time."""
        return self.settings.token

    @token.setter
    def token(self, token: str | None) -> None:
        self.settings.token = token


class Games(GameCalls, Blocking):
    """`client.games`."""


class AsyncGames(GameCalls, Awaiting):
    """`client.games` of an `AsyncClient`."""


class Bots(BotCalls, Blocking):
    """`client.bots`."""


class AsyncBots(BotCalls, Awaiting):
    """`client.bots` of an `AsyncClient`."""


class Apps(AppCalls, Blocking):
    """`client.apps`."""


class AsyncApps(AppCalls, Awaiting):
    """`client.apps` of an `AsyncClient`."""


class Plans(PlanCalls, Blocking):
    """`client.plans`."""


class AsyncPlans(PlanCalls, Awaiting):
    """`client.plans` of an `AsyncClient`."""


class Webhooks(WebhookCalls, Blocking):
    """`client.webhooks`."""


class AsyncWebhooks(WebhookCalls, Awaiting):
    """`client.webhooks` of an `AsyncClient`."""


class Client(Calls, BlockingStreams, Blocking):
    """A Herdbook server, seen by the holder of a token or by a stranger.

    Lost connections and busy answers are tried again where that is safe, as patiently as
    `retries` says; what remains is raised as a `HerdbookError`. Threads may share a client. An app
    that acts for somebody has a `login` instead of a token.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        login: Login | None = None,
        timeout: float = TIMEOUT,
        retries: Retries | None = None,
    ) -> None:
        self.settings = Settings(
            url, token=token, timeout=timeout, retries=retries or Retries(), login=login
        )
        transport = Transport(self.settings)
        super().__init__(transport)
        self.games = Games(transport)
        self.bots = Bots(transport)
        self.apps = Apps(transport)
        self.plans = Plans(transport)
        self.webhooks = Webhooks(transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def log_in(self, login: Login | None) -> None:
        """Authenticate as an app whose tokens change from now on, instead of with a token."""
        self.settings.token, self.settings.login = None, login
        self._transport.log_in(login)

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()


class AsyncClient(Calls, AwaitingStreams, Awaiting):
    """The same for tasks of `asyncio`: the same methods, each of them awaited."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        login: Login | None = None,
        timeout: float = TIMEOUT,
        retries: Retries | None = None,
    ) -> None:
        self.settings = Settings(
            url, token=token, timeout=timeout, retries=retries or Retries(), login=login
        )
        transport = AsyncTransport(self.settings)
        super().__init__(transport)
        self.games = AsyncGames(transport)
        self.bots = AsyncBots(transport)
        self.apps = AsyncApps(transport)
        self.plans = AsyncPlans(transport)
        self.webhooks = AsyncWebhooks(transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()
