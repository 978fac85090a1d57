"""What waiting clients cost those who play: the time of a move with and without 200 long polls.

Run it with `make bench-waiting` beside a running `make run`. Windows with and without waiters take
turns; the waiters are a process of their own. The ratio of the two p99 is the figure to compare.
"""

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import herdbook
import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table

WAITERS = 200


class Duel:
    """Two bots that play one another, move by move, and note how long each move took."""

    def __init__(self, url: str) -> None:
        self.clients = [herdbook.Client(url), herdbook.Client(url)]
        for client in self.clients:
            client.token = client.sandbox().token
        self.rng = random.Random(1)  # noqa: S311
        self.game: str | None = None

    def new_game(self) -> str:
        first, second = self.clients
        game = first.games.create("mow", [herdbook.ME, herdbook.OPEN], options={"limit": 1000})
        second.games.join(game.id)
        return game.id

    def moves(self, count: int) -> list[float]:
        """Make so many moves; return the seconds of each."""
        took: list[float] = []
        while len(took) < count:
            self.game = self.game or self.new_game()
            for client in self.clients:
                view = client.games.view(self.game)
                if view.is_over:
                    self.game = None
                    break
                if view.decision is not None:
                    move = self.rng.choice(view.decision.legal_moves)
                    begin = time.perf_counter()
                    client.games.move(self.game, move, decision=view.decision.id)
                    took.append(time.perf_counter() - begin)
        return took


@contextmanager
def waiting(url: str, game: str) -> Iterator[None]:
    """Keep so many long polls open on a game in which nothing happens."""
    etag = httpx.get(f"{url}/api/v1/games/{game}").headers["ETag"]
    process = subprocess.Popen(  # noqa: S603 - this very file
        [
            sys.executable,
            "-m",
            "benchmarks.bench_waiting",
            "--url",
            url,
            "--wait-on",
            game,
            "--etag",
            etag,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waiting\n"
    try:
        yield
    finally:
        process.communicate()


async def wait_in_crowd(url: str, game: str, etag: str) -> None:
    """Open the long polls, say so, and end when standard input does."""
    parts = urlsplit(url)
    request = (
        f"GET /api/v1/games/{game} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        f"If-None-Match: {etag}\r\nPrefer: wait=60\r\n\r\n"
    ).encode()

    async def wait() -> None:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        while True:
            writer.write(request)
            await reader.readuntil(b"\r\n\r\n")

    crowd = [asyncio.create_task(wait()) for _ in range(WAITERS)]
    await asyncio.sleep(3)  # all of them were answered "nothing new" once and wait now
    sys.stdout.write("waiting\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    for task in crowd:
        task.cancel()


def p(values: list[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    return statistics.quantiles(values, n=100)[percent - 1] * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--windows", type=int, default=5, help="windows of each kind")
    parser.add_argument("--moves", type=int, default=200, help="moves in a window")
    parser.add_argument("--wait-on", help=argparse.SUPPRESS)
    parser.add_argument("--etag", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.wait_on:
        asyncio.run(wait_in_crowd(asked.url, asked.wait_on, asked.etag))
        return
    duel = Duel(asked.url)
    quiet = duel.clients[0].games.create("mow", [herdbook.ME, herdbook.OPEN]).id
    duel.moves(50)  # warm
    alone: list[float] = []
    crowded: list[float] = []
    for _ in track(range(asked.windows), description="windows"):
        alone += duel.moves(asked.moves)
        with waiting(asked.url, quiet):
            crowded += duel.moves(asked.moves)
    table = Table(title=f"A move, {len(alone)} of each kind")
    for column in ("", "p50 ms", "p99 ms"):
        table.add_column(column, justify="right")
    table.add_row("alone", f"{p(alone, 50):.1f}", f"{p(alone, 99):.1f}")
    table.add_row(f"{WAITERS} waiting", f"{p(crowded, 50):.1f}", f"{p(crowded, 99):.1f}")
    table.add_row(
        "ratio",
        f"{p(crowded, 50) / p(alone, 50):.2f}",
        f"{p(crowded, 99) / p(alone, 99):.2f}",
    )
    Console().print(table)


if __name__ == "__main__":
    main()
