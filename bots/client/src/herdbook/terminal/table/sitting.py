"""Sitting down: at a game that is there, or at a new one against house bots."""

from dataclasses import dataclass

from herdbook.client import AsyncClient
from herdbook.seating import ME, house
from herdbook.views import Game


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play."""

    ruleset: str
    seats: int
    strategy: str | None
    """None for what is usual."""
    game: str | None = None
    """One to go on with; the rest is of no matter then."""


async def sit_down(client: AsyncClient, wish: Wish) -> Game:
    """Find the game or make it; without a token as a throw-away player."""
    if wish.game:
        return await client.games.view(wish.game)
    if client.token is None:
        client.token = (await client.sandbox()).token
    strategy = wish.strategy or (await client.ruleset(wish.ruleset)).usual_strategy
    seats = [ME, *[house(strategy)] * (wish.seats - 1)]
    return await client.games.create(wish.ruleset, seats)
