"""The process of all clients: it plays game after game until it is told to stop.

At SIGTERM it makes no new game, lets those it has come to their end, and ends itself.
"""

import argparse
import asyncio
import random
import signal
from contextlib import suppress
from pathlib import Path

from tests.faults import playing
from tests.faults.caller import Caller, Request, World
from tests.faults.history import Writer
from tests.faults.orders import Orders
from tests.faults.plans import Plan, draw

ENDING = 20.0
"""Seconds from SIGTERM to when clients give up what they still play."""


class Players:
    """A handful of accounts, and the games that they play side by side."""

    def __init__(self, world: World, *, seed: int, accounts: int, house: bool) -> None:
        self._world = world
        self._house = house
        self._orders = Orders.of_environment()
        self._rng = random.Random(seed)
        self._accounts = [Caller(world, random.Random(f"{seed} {n}")) for n in range(accounts)]
        self._spectator = Caller(world, random.Random(f"{seed} spectator"))
        self._stopping = asyncio.Event()
        self._made = 0

    def stop(self) -> None:
        """Make no new game, and some time later give those up that still go on."""
        self._stopping.set()
        asyncio.get_running_loop().call_later(ENDING, self._close)

    def _close(self) -> None:
        self._world.is_closing = True

    async def run(self, side_by_side: int) -> None:
        """Play so many games at a time until somebody says stop."""
        await asyncio.gather(*(account.open() for account in self._accounts))
        await asyncio.gather(*(self._game_after_game() for _ in range(side_by_side)))

    async def _game_after_game(self) -> None:
        while not self._stopping.is_set():
            plan = draw(self._made, self._rng, house=self._house)
            self._made += 1
            # Only where history was lost; the checks will say so.
            with suppress(playing.GoneError):
                await self._play(plan)
            self._orders.count("games played")

    async def _play(self, plan: Plan) -> None:
        maker, *others = self._rng.sample(self._accounts, len(plan.seats))
        mine = plan.seats.index("me") if "me" in plan.seats else None
        made = await maker.insist(
            Request(
                asked="create",
                method="POST",
                path="/games",
                body=plan.body(),
                key=maker.new_key(),
                seat=mine,
            )
        )
        assert made.is_done, made.body
        game = made.game
        ways = []
        for seat, kind in enumerate(plan.seats):
            if kind == "me":
                maker.seats[game] = seat
                ways.append(playing.play(maker, game))
        for seat, kind in enumerate(plan.seats):
            if kind in {"open", "silent"}:
                other = others.pop()
                await self._sit_down(other, game, seat)
                ways.append((playing.watch if kind == "silent" else playing.play)(other, game))
        await asyncio.gather(*ways, playing.watch(self._spectator, game))

    async def _sit_down(self, caller: Caller, game: str, seat: int) -> None:
        told = await caller.insist(
            Request(
                asked="join",
                method="POST",
                path=f"/games/{game}/seats",
                body={"seat": seat},
                key=caller.new_key(),
                game=game,
                seat=seat,
            )
        )
        if told.status == 404:
            raise playing.GoneError
        assert told.is_done, told.body
        caller.seats[game] = seat


async def run(
    urls: dict[str, str], history: Path, *, seed: int, side_by_side: int, house: bool
) -> None:
    writer = Writer(history)
    world = World(urls, writer)
    players = Players(world, seed=seed, accounts=max(8, side_by_side), house=house)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, players.stop)
    try:
        await players.run(side_by_side)
    finally:
        await world.client.aclose()
        writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.players", description=__doc__)
    parser.add_argument("--calls", required=True, metavar="URL")
    parser.add_argument("--waits", required=True, metavar="URL")
    parser.add_argument("--history", required=True, type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--side-by-side", type=int, default=8)
    parser.add_argument("--house", action="store_true", help="nobody but the house plays")
    chosen = parser.parse_args()
    with suppress(KeyboardInterrupt):
        asyncio.run(
            run(
                {"calls": chosen.calls, "waits": chosen.waits},
                chosen.history,
                seed=chosen.seed,
                side_by_side=chosen.side_by_side,
                house=chosen.house,
            )
        )


if __name__ == "__main__":
    main()
