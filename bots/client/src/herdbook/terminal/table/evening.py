"""From the command line to the table and back."""

import asyncio
import json
import sys

from rich.console import Console

from herdbook.client import AsyncClient, Client
from herdbook.reading import as_json as json_of
from herdbook.retries import Retries
from herdbook.terminal.results import result_table
from herdbook.terminal.table.app import TableApp
from herdbook.terminal.table.sitting import Wish
from herdbook.terminal.writing import plain
from herdbook.views import Game

IMPATIENT = Retries(limit=1, first=0.1)
"""The table itself waits for a server that is away, and says so meanwhile."""


def play_by_hand(client: Client, wish: Wish, *, as_json: bool) -> int:
    """Let a person play until they leave; say how to come back."""
    # The table is drawn on the standard error stream, whatever becomes of the other.
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        Console(stderr=True).print("herdbook: --me needs a terminal to play in.")
        return 1
    game = asyncio.run(_run(client.url, client.token, wish))
    console = Console()
    if game is None:
        return 0
    if as_json:
        console.out(json.dumps({"game": json_of(game)}), highlight=False)
    elif game.is_over:
        console.print(result_table(game))
    elif client.token and game.my_seat:
        console.print(f"Come back with: herdbook play --me --game {plain(game.id)}", markup=False)
    return 0


async def _run(url: str, token: str | None, wish: Wish) -> Game | None:
    async with AsyncClient(url, token, retries=IMPATIENT) as client:
        app = TableApp(client, wish)
        await app.run_async()
    if app.failure:
        raise app.failure
    return app.game
