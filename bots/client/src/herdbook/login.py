"""Being logged in as an app: access tokens that end soon, and refresh tokens that bring new ones.

A refresh token is good once. Whoever sends one a second time is taken for a thief, and all that
came of it dies; so two threads, tasks or processes must never use the same one.
"""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol

import httpx

from herdbook.granting import AppTokens, form, tokens_in

EARLY = 30.0
"""Seconds before the end of an access token from which on a new one is fetched."""


class Keeper(Protocol):
    """Where tokens are kept, if several processes share them."""

    def locked(self) -> AbstractContextManager[None]:
        """Keep all others from fetching new ones meanwhile."""
        ...

    def load(self) -> AppTokens | None:
        """Return those that are kept now."""
        ...

    def save(self, tokens: AppTokens) -> None:
        """Keep these instead."""
        ...


@dataclass
class Login(httpx.Auth):
    """Sends the access token, and fetches a new one when it ends or is refused.

    `Client(url, login=Login(url, tokens))`. Threads may share it, or tasks of one loop, and with a
    `keeper` processes, too. `changed` is called with each new pair.
    """

    url: str
    tokens: AppTokens
    keeper: Keeper | None = None
    changed: Callable[[AppTokens], None] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    _refused: str | None = field(default=None, repr=False)
    """The access token in whose place no other could be had."""

    def sync_auth_flow(
        self, request: httpx.Request
    ) -> Generator[httpx.Request, httpx.Response, None]:
        """Send a request with a good token; for threads."""
        is_first = True
        while True:
            sent = self._sign(request)
            if self._needs_another(sent, is_first):
                with self._lock, self._alone():
                    asked = self._renewal(sent)
                    if asked is not None:
                        answer = yield asked
                        answer.read()
                        self._take(answer, sent)
                sent = self._sign(request)
            answer = yield request
            if not (is_first and self._is_refused(answer, sent)):
                return
            is_first = False

    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        """Send a request with a good token; for tasks."""
        is_first = True
        while True:
            sent = self._sign(request)
            if self._needs_another(sent, is_first):
                async with self._turn:
                    with self._alone():
                        asked = self._renewal(sent)
                        if asked is not None:
                            answer = yield asked
                            await answer.aread()
                            self._take(answer, sent)
                sent = self._sign(request)
            answer = yield request
            if not (is_first and self._is_refused(answer, sent)):
                return
            is_first = False

    def _sign(self, request: httpx.Request) -> str | None:
        """Put the token into a request that has one, and return it."""
        if "Authorization" not in request.headers:
            return None
        request.headers["Authorization"] = f"Bearer {self.tokens.access}"
        return self.tokens.access

    def _needs_another(self, sent: str | None, is_first: bool) -> bool:
        if sent is None or sent == self._refused:
            return False
        return not is_first or time.time() > self.tokens.ends - EARLY

    def _is_refused(self, answer: httpx.Response, sent: str | None) -> bool:
        is_token = answer.status_code == HTTPStatus.UNAUTHORIZED and sent is not None
        return is_token and sent != self._refused

    def _alone(self) -> AbstractContextManager[None]:
        return self.keeper.locked() if self.keeper else nullcontext()

    def _renewal(self, sent: str | None) -> httpx.Request | None:
        """Return what to ask for another pair, unless somebody has fetched one meanwhile."""
        if self.keeper and (kept := self.keeper.load()) is not None:
            self.tokens = kept
        if self.tokens.access != sent or sent == self._refused:
            return None
        fields = {"grant_type": "refresh_token", "refresh_token": self.tokens.refresh}
        return form(f"{self.url}/oauth/token", fields, self.tokens)

    def _take(self, answer: httpx.Response, sent: str | None) -> None:
        if not answer.is_success:
            self._refused = sent
            return
        self.tokens = tokens_in(answer, self.tokens)
        if self.keeper:
            self.keeper.save(self.tokens)
        if self.changed:
            self.changed(self.tokens)
