"""A bot is killed again and again while it plays, and nobody can tell from its games.

A decision is named by game, seat and the moment it arose, and the server keeps a row of how each
was closed. One that was lost would leave a game unfinished or be closed by its deadline; one that
was doubled would be a move that no decision asked for, and the replay, played again by the rules,
would refuse it.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import herdbook
import pytest

from tests.e2e.refolding import replay_by_rules
from tests.stack.stacks import Stack, until

GAMES = 4
"""Played by the bot side by side."""
OPTIONS = {"limit": 50}
"""Short games, so that beginnings and ends are met too."""

# Forks, because a bot that is killed at once must have been at work, and not at its imports.
# What a new one knows of the world is the server's address and the token.
PROGRAM = """
import os, random, signal, sys
import herdbook

class Random(herdbook.Bot):
    def choose(self, decision, game):
        return random.choice(decision.legal_moves)

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
url, token = sys.stdin.readline().split()
while sys.stdin.readline():
    bot = os.fork()
    if bot == 0:
        random.seed()
        Random().run(url, token)
    print(bot, flush=True)
"""


class Bots:
    """Starts bots of one account, each a process that has nothing of the one before."""

    def __init__(self, url: str, token: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._running: int | None = None
        self._say(f"{url} {token}")

    def start(self) -> None:
        self._say("another")
        assert self._process.stdout is not None
        self._running = int(self._process.stdout.readline())

    def kill(self) -> None:
        assert self._running is not None
        # Raises if it has ended by itself, as no bot should.
        os.kill(self._running, signal.SIGKILL)
        self._running = None

    def end(self) -> None:
        if self._running is not None:
            self.kill()
        self._process.communicate(timeout=10)

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()


@pytest.fixture
def bots(live_url: str, client: herdbook.Client) -> Iterator[Bots]:
    assert client.token is not None
    bots = Bots(live_url, client.token)
    yield bots
    bots.end()


def deal(client: herdbook.Client) -> str:
    seats = [herdbook.ME, herdbook.house("random")]
    return client.games.create("mow", seats, options=OPTIONS).id


def running(client: herdbook.Client) -> set[str]:
    return {game.id for game in client.my_games(status="running").items}


def closings(stack: Stack, game: str) -> list[tuple[str, int]]:
    """How each decision of the bot's seat was closed, and with which event."""
    with stack.connect() as connection:
        return connection.execute(
            "SELECT how, first_version FROM command"
            " WHERE game_id = %s AND seat = 0 AND opened IS NOT NULL ORDER BY opened",
            [game],
        ).fetchall()


def survive(client: herdbook.Client, bots: Bots, *, kills: int) -> list[str]:
    """Kill so many bots, have the last one finish, and return the games they played."""
    games: list[str] = []
    for _ in range(kills):
        games += [deal(client) for _ in range(GAMES - len(running(client)))]
        bots.start()
        time.sleep(random.uniform(0.05, 0.7))
        bots.kill()
    bots.start()
    until(lambda: not running(client), "all games to end", seconds=180)
    return games


def check(stack: Stack, client: herdbook.Client, games: list[str]) -> int:
    """See in its records that each game was played as if by one bot; return all its moves."""
    made = 0
    for game in games:
        replay = client.games.replay(game)
        assert replay["result"]["reason"] == "completed"
        moves = [move for move in replay["moves"] if move["seat"] == 0]
        assert {move["cause"] for move in moves} <= {"bot"}
        assert closings(stack, game) == [("move", move["version"]) for move in moves]
        assert replay_by_rules(replay) == replay["position_hash"]
        made += len(moves)
    return made


@pytest.mark.timeout(400)
def test_a_hundred_kills_lose_and_double_no_decision(live_stack: Stack, client, bots):
    games = survive(client, bots, kills=100)
    # Most of them were killed at work.
    assert check(live_stack, client, games) > 100


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_thousand_kills_lose_and_double_no_decision(live_stack: Stack, client, bots):
    games = survive(client, bots, kills=1000)
    # Most of them were killed at work.
    assert check(live_stack, client, games) > 1000
