"""One account that calls the API, and writes down all that it is told."""

import asyncio
import json
import random
import uuid
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from tests.faults.history import Told, Writer, now

PATIENCE = 20.0
"""Seconds that a client waits for an answer."""


@dataclass
class World:
    """What all clients of a run share."""

    urls: dict[str, str]
    history: Writer
    is_closing: bool = False
    """Whether clients give their games up, so that these come to an end."""
    client: httpx.AsyncClient = field(
        default_factory=lambda: httpx.AsyncClient(
            timeout=PATIENCE,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=40),
        )
    )


@dataclass(frozen=True, kw_only=True)
class Request:
    """Something to ask, which can be asked again word for word."""

    asked: str
    method: str
    path: str
    body: dict[str, Any] | None = None
    key: str | None = None
    game: str = ""
    seat: int | None = None
    """The seat to be taken, by a request that takes one."""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Caller:
    """An account, or with no token a spectator."""

    world: World
    rng: random.Random
    name: str = ""
    token: str | None = None
    seats: dict[str, int] = field(default_factory=dict)
    """The seats it holds, by game."""
    acknowledged: list[Request] = field(default_factory=list)
    """Commands that were done, to be sent again later."""

    async def open(self) -> None:
        """Open a sandbox account; with no history, for nothing is promised about it."""
        while self.token is None:
            try:
                answer = await self.world.client.post(f"{self.world.urls['calls']}/api/v1/sandbox")
                if answer.status_code == 201:
                    self.token = answer.json()["token"]
                    self.name = answer.json()["account"]["name"]
            except httpx.HTTPError:
                pass
            if self.token is None:
                await asyncio.sleep(0.3)

    async def ask(self, request: Request, *, server: str | None = None) -> Told:
        """Send a request once, and record what came of it."""
        server = server or self.rng.choice(list(self.world.urls))
        told = Told(
            sent=now(),
            got=0.0,
            who=self.name,
            asked=request.asked,
            server=server,
            game=request.game,
            seat=self.seats.get(request.game, request.seat),
            decision=(request.body or {}).get("decision"),
            move=(request.body or {}).get("move"),
            key=request.key,
        )
        try:
            answer = await self.world.client.request(
                request.method,
                f"{self.world.urls[server]}/api/v1{request.path}",
                json=request.body,
                headers=self._headers(request),
            )
            told.status = answer.status_code
            told.retry_after = "Retry-After" in answer.headers
            told.replayed = answer.headers.get("Idempotency-Replayed") == "true"
            told.body = answer.json() if answer.content else None
        except (httpx.HTTPError, json.JSONDecodeError):
            told.status = None
        told.got = now()
        if told.asked == "create" and told.is_done and told.body is not None:
            told.game = told.body["id"]
        self.world.history.add(told)
        if told.is_done and request.method == "POST" and told.asked in {"create", "move"}:
            self.acknowledged.append(replace(request, game=told.game))
        return told

    async def insist(self, request: Request) -> Told:
        """Send a request again and again, word for word, until it is done or refused."""
        while True:
            told = await self.ask(request)
            if told.status is not None and told.status < 500:
                return told
            await asyncio.sleep(self.rng.uniform(0.1, 0.8))

    def new_key(self) -> str:
        """Return an idempotency key that no other request has."""
        return uuid.UUID(int=self.rng.getrandbits(128)).hex

    def _headers(self, request: Request) -> dict[str, str]:
        headers = dict(request.headers)
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if request.key is not None:
            headers["Idempotency-Key"] = request.key
        return headers
