"""A bot is whatever can choose; everything else is the runner's affair.

class First(herdbook.Bot):
    def choose(self, decision, game):
        return decision.legal_moves[0]

First().run("http://127.0.0.1:8000", token)
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable

from herdbook.client import AsyncClient
from herdbook.retries import ENDLESS
from herdbook.runner import Runner
from herdbook.views import Decision, Game


class Bot(ABC):
    """Plays any number of games with one token.

    It keeps nothing on disk, and may be killed and started again at any instant: what is owed is
    known to the server, and a decision is made once, however often an answer to it is sent.
    """

    accepts_invitations: bool = False
    """Whether it sits down wherever it is invited."""
    at_once: int = 1
    """How many decisions it may think about side by side; of use if `choose` is a coroutine."""

    @abstractmethod
    def choose(self, decision: Decision, game: Game) -> str | Awaitable[str]:
        """Pick one of `decision.legal_moves`, or one of `game.free_moves` before deciding.

        `game` is all that may be known, `game.table` in the words of its ruleset. May be
        `async`. When it raises or picks something else, that is logged, and it is asked again
        after a while; the other games go on meanwhile.
        """

    def run(self, url: str, token: str, *, until_idle: bool = False) -> None:
        """Play whatever there is to play, and wait for more; restarts of the server are sat out.

        With `until_idle` it returns when none of the account's games is running. Raises
        `TokenRefusedError` when the token does not serve, or serves no longer.
        """
        asyncio.run(self.play(url, token, until_idle=until_idle))

    async def play(self, url: str, token: str, *, until_idle: bool = False) -> None:
        """Do what `run` does, beside the other tasks of a program."""
        async with AsyncClient(url, token, retries=ENDLESS) as client:
            await Runner(client, self, until_idle=until_idle).run()
