"""Processes die in the middle of games, and the games go on."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import herdbook

from tests.stack.stacks import Stack, until

SILENT = {"kind": "per_move", "seconds": 1, "on_expiry": "house-bot"}


def start_house_game(client: herdbook.Client, seats: int = 5) -> str:
    """Start a long game of house bots, and wait until it is under way."""
    game = client.games.create(
        "mow", [herdbook.house("random")] * seats, options={"limit": 1000}
    ).id
    until(lambda: client.games.view(game).version > 50, "a game under way")
    return game


def goes_on(client: herdbook.Client, game: str, moves: int = 30) -> None:
    """Wait until a game has many more events than it has now."""
    version = client.games.view(game).version
    until(
        lambda: (view := client.games.view(game)).is_over or view.version > version + moves,
        "the game to go on",
    )


def expired(client: herdbook.Client, game: str) -> list[herdbook.Event]:
    events = [*client.games.events(game, limit=100)]
    return [event for event in events if event.type == "DecisionExpired"]


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Keep a process from running, without the supervisor seeing it dead."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_silent_seat_expires_once_and_its_owner_comes_back(live: Stack, client):
    game = client.games.create("mow", [herdbook.ME, herdbook.house("normal")], time_control=SILENT)
    until(lambda: client.games.view(game.id).seats[0].state == "away", "the seat to be away")
    until(lambda: client.games.view(game.id).version > game.version + 10, "a house bot to play")
    events = [*client.games.events(game.id, limit=100)]
    types = [event.type for event in events]
    # A house bot that a busy machine keeps from answering within the second may expire as well;
    # the silent seat itself did once.
    assert types.count("SeatAway") == 1
    assert types[: types.index("SeatAway")].count("DecisionExpired") == 1
    back = client.games.return_to_seat(game.id)
    assert back.seats[0].state == "playing"


def test_the_worker_is_killed_and_the_game_goes_on(live: Stack, client):
    """S36: the move still comes, once."""
    game = start_house_game(client)
    pid = live.pid("worker")
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    goes_on(client, game)


def test_beat_is_gone_and_turns_still_expire(live: Stack, client):
    """F16: each worker sweeps on its own timer."""
    pid = live.pid("beat")
    assert pid is not None
    with stopped(pid):
        game = client.games.create(
            "mow", [herdbook.ME, herdbook.house("normal")], time_control=SILENT
        )
        until(lambda: expired(client, game.id), "the decision to expire", seconds=10)
    live.kill_service("beat")


def test_the_broker_is_killed_and_nothing_hangs(live: Stack, client, live_url):
    """F08: a move is answered while the broker is away, and the house plays on afterwards."""
    game = start_house_game(client)
    mine = client.games.create("mow", [herdbook.ME, herdbook.house("random")])
    pid = live.pid("broker")
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    begin = time.monotonic()
    decision = mine.decision
    assert decision is not None
    client.games.move(mine.id, decision.legal_moves[0], decision=decision.id)
    assert time.monotonic() - begin < 5
    live.wait_until_ready()
    goes_on(client, game)
    until(lambda: client.games.view(mine.id).decision is not None, "the house to answer")


def test_a_broker_that_hangs_delays_no_move(live: Stack, client):
    """F08: the same, with a broker that takes connections and says nothing."""
    mine = client.games.create("mow", [herdbook.ME, herdbook.house("random")])
    decision = mine.decision
    assert decision is not None
    pid = live.pid("broker")
    assert pid is not None
    with stopped(pid):
        begin = time.monotonic()
        client.games.move(mine.id, decision.legal_moves[0], decision=decision.id)
        assert time.monotonic() - begin < 8
    until(lambda: client.games.view(mine.id).decision is not None, "the house to answer")
