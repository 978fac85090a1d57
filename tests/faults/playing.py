"""How a client plays a game: mostly right, often twice, sometimes against itself."""

import asyncio
from typing import Any

from tests.faults.caller import Caller, Request
from tests.faults.history import Told

ENDED = frozenset({"finished", "aborted", "expired"})
WAIT = "wait=2"


def move(game: str, text: str, decision: str | None, key: str | None = None) -> Request:
    body = {"move": text} if decision is None else {"move": text, "decision": decision}
    return Request(
        asked="move", method="POST", path=f"/games/{game}/moves", body=body, key=key, game=game
    )


def view(game: str, **headers: str) -> Request:
    return Request(asked="view", method="GET", path=f"/games/{game}", game=game, headers=headers)


def events(game: str, after: int) -> Request:
    path = f"/games/{game}/events?after={after}&limit=100"
    return Request(asked="events", method="GET", path=path, game=game)


class GoneError(Exception):
    """The server does not know a game any more of which it has told."""


async def play(caller: Caller, game: str) -> None:
    """Play a seat until its game is over."""
    version = 0
    while True:
        seen = await _look(caller, game, version)
        if seen is None:
            continue
        version = seen["version"]
        if seen["status"] in ENDED:
            await _repeat_something_old(caller)
            return
        if caller.world.is_closing:
            await _give_up(caller, game)
            continue
        if seen["seats"][caller.seats[game]]["state"] == "away":
            await caller.insist(_command(caller, game, "return", "/seats/me/return"))
        elif seen["decision"] is not None:
            await answer(caller, game, seen["decision"])
        if seen["free_moves"] and caller.rng.random() < 0.3:
            await _cry(caller, game, caller.rng.choice(seen["free_moves"]))
        if caller.rng.random() < 0.1:
            await caller.ask(events(game, caller.rng.randint(0, version)))


async def watch(caller: Caller, game: str) -> None:
    """Look at a game from time to time until it is over; also for a seat that stays silent."""
    version, returned = 0, False
    while True:
        seen = await _look(caller, game, version)
        if seen is None:
            continue
        version = seen["version"]
        if seen["status"] in ENDED:
            return
        if caller.world.is_closing and game in caller.seats:
            await _give_up(caller, game)
        await caller.ask(events(game, max(0, version - 60)))
        seat = caller.seats.get(game)
        if seat is not None and seen["seats"][seat]["state"] == "away" and not returned:
            # It comes back once, and falls silent again.
            returned = caller.rng.random() < 0.5
            if returned:
                await caller.insist(_command(caller, game, "return", "/seats/me/return"))
        await asyncio.sleep(caller.rng.uniform(0.2, 1.0))


async def _look(caller: Caller, game: str, version: int) -> dict[str, Any] | None:
    """Return the view, if it is there; wait for one that is newer than `version`."""
    seat = caller.seats.get(game, "w")
    if version and caller.rng.random() < 0.8:
        tag = f'W/"{version}-{seat}"'
        asked = view(game, **{"Prefer": WAIT, "If-None-Match": tag})
        told = await caller.ask(asked, server="waits")
    else:
        told = await caller.ask(view(game))
    if told.status == 404:
        raise GoneError
    if told.view is None:
        await asyncio.sleep(caller.rng.uniform(0.05, 0.4))
    return told.view


async def answer(caller: Caller, game: str, decision: dict[str, Any]) -> None:
    """Answer a decision in one of the ways in which clients do."""
    legal = decision["legal_moves"]
    chosen = move(game, caller.rng.choice(legal), decision["id"])
    other = move(game, caller.rng.choice(legal), decision["id"])
    way = caller.rng.random()
    if way < 0.15:  # two copies at once, one to each server
        await _together(caller, chosen, chosen)
    elif way < 0.3:  # two moves at once
        await _together(caller, chosen, other)
    elif way < 0.35:  # not even a move; the bot may do that four times to one decision
        await caller.ask(move(game, "nonsense", decision["id"]))
    told = await caller.insist(chosen)
    if not told.is_done:
        return
    if way > 0.85:
        await caller.insist(chosen)
    elif way > 0.7:
        await caller.insist(other)
    elif way > 0.65:
        await _repeat_something_old(caller)


async def _together(caller: Caller, *requests: Request) -> list[Told]:
    servers = list(caller.world.urls)
    ways = [caller.ask(one, server=servers[n % 2]) for n, one in enumerate(requests)]
    return list(await asyncio.gather(*ways))


async def _cry(caller: Caller, game: str, text: str) -> None:
    """Make a free move with a key, sometimes twice at once."""
    cry = move(game, text, None, key=caller.new_key())
    if caller.rng.random() < 0.5:
        await _together(caller, cry, cry)
    await caller.insist(cry)


async def _repeat_something_old(caller: Caller) -> None:
    """Send an acknowledged command again, whatever was restarted meanwhile."""
    if caller.acknowledged:
        await caller.insist(caller.rng.choice(caller.acknowledged))


async def _give_up(caller: Caller, game: str) -> None:
    await caller.insist(_command(caller, game, "resign", "/resign"))
    await asyncio.sleep(0.5)


def _command(caller: Caller, game: str, asked: str, path: str) -> Request:
    """Return a command that has nothing to say but its name."""
    return Request(
        asked=asked,
        method="POST",
        path=f"/games/{game}{path}",
        body={},
        key=caller.new_key(),
        game=game,
    )
