"""The two carriers of calls: each does what a conversation asks for, in its own way."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

import httpx

from herdbook.call import Call
from herdbook.conversation import LOSSES, Pause, Result, Settings, conversation
from herdbook.login import Login

T = TypeVar("T")


class Transport:
    """Carries calls while the caller waits; threads may share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._http = httpx.Client(auth=settings.login)

    def send(self, call: Call[T]) -> T:
        """Make a call."""
        talk = conversation(call, self.settings)
        result: Result = None
        while True:
            try:
                step = talk.send(result)
            except StopIteration as done:
                answer: T = done.value
                return answer
            if isinstance(step, Pause):
                self.settings.retries.sleep(step.seconds)
                result = None
            else:
                result = self._carry(step)

    @contextmanager
    def open(self, request: httpx.Request) -> Generator[httpx.Response]:
        """Send a request whose answer is read piece by piece; raises what the HTTP library does."""
        answer = self._http.send(request, stream=True)
        try:
            yield answer
        finally:
            answer.close()

    def log_in(self, login: Login | None) -> None:
        """Have every request from now on signed by a login."""
        self._http.auth = login or httpx.Auth()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _carry(self, request: httpx.Request) -> Result:
        try:
            return self._http.send(request)
        except LOSSES as error:
            return error


class AsyncTransport:
    """Carries calls while others run."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._http = httpx.AsyncClient(auth=settings.login)

    async def send(self, call: Call[T]) -> T:
        """Make a call."""
        talk = conversation(call, self.settings)
        result: Result = None
        while True:
            try:
                step = talk.send(result)
            except StopIteration as done:
                answer: T = done.value
                return answer
            if isinstance(step, Pause):
                await self.settings.retries.sleep_async(step.seconds)
                result = None
            else:
                result = await self._carry(step)

    @asynccontextmanager
    async def open(self, request: httpx.Request) -> AsyncGenerator[httpx.Response]:
        """Send a request whose answer is read piece by piece; raises what the HTTP library does."""
        answer = await self._http.send(request, stream=True)
        try:
            yield answer
        finally:
            await answer.aclose()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _carry(self, request: httpx.Request) -> Result:
        try:
            return await self._http.send(request)
        except LOSSES as error:
            return error
