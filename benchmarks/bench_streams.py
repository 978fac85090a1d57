"""Streams: what 10,000 idle ones take, how late a frame is, what telling costs a move.

`make bench-streams` starts a stack of its own. One process, the ASGI server that also answers all
calls, keeps the streams: four tenths of them opened with a token, eight a token. With all of them
open, moves are committed and the time until their frame arrives is taken; in turn a bare message is
published through the same cache and received by a process that does nothing else. At last windows
of moves through two WSGI servers take turns, one of which tells of its commits and one does not.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import httpx
import redis
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import stacks
from benchmarks.bench_moves import CONNECTIONS, play, wsgi_server
from config.stack.state import State

GAMES = 1_000
PER_TOKEN = 8
LIMITS = {
    "HERDBOOK_STREAMS_PER_ADDRESS": "20000",
    "HERDBOOK_STREAMS_FROM_ADDRESS": "20000",
    "HERDBOOK_STREAMS_AT_ONCE": "20000",
}
CHANNEL = "bench"
PAUSE = 0.01
"""Seconds between two measurements of one kind, so that none meets the one before."""


def main() -> None:
    """Start a stack, then become its owner and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=10_000, help="idle streams")
    parser.add_argument("--moves", type=int, default=1_000, help="moves whose frames are timed")
    parser.add_argument("--windows", type=int, default=6, help="windows of moves of each kind")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of a window")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        measure(State(Path(asked.inside)), asked)
        return
    with stacks.running_stack(**LIMITS) as state:
        command = ["-m", "config.stack", "exec", "--owner", "--", sys.executable, "-m"]
        command += ["benchmarks.bench_streams", "--inside", str(state.folder)]
        for name in ("streams", "moves", "windows", "seconds"):
            command += [f"--{name}", str(getattr(asked, name))]
        environment = {**os.environ, "HERDBOOK_DATA": str(state.folder)}
        raise SystemExit(
            subprocess.run([sys.executable, *command], env=environment, check=False).returncode  # noqa: S603 - ourselves
        )


def measure(state: State, asked: argparse.Namespace) -> None:
    """Take all three measurements and print the table."""
    import django

    django.setup()
    snapshot = state.snapshot()
    assert snapshot is not None
    assert snapshot["url"] is not None
    url, web = snapshot["url"], snapshot["services"]["web"]["pid"]
    assert web is not None
    table = Table("", "", "", title=f"{asked.streams} idle streams, {asked.moves} moves")
    empty = stacks.resident_megabytes([web])
    with crowd(url, asked.streams) as seconds:
        time.sleep(20)  # a heartbeat of each
        full = stacks.resident_megabytes([web])
        table.add_row("memory of the process, MB", f"{empty:.0f} before", f"{full:.0f}")
        table.add_row("a stream, KB", "", f"{(full - empty) * 1024 / asked.streams:.0f}")
        table.add_row("opened in, s", "", f"{seconds:.0f}")
        frames, bare = latencies(url, asked.moves)
    for name, percent in (("p50", 50), ("p99", 99)):
        one, other = percentile(frames, percent), percentile(bare, percent)
        table.add_row(f"commit to frame, {name}, ms", f"{other:.2f} bare", f"{one:.2f}")
        table.add_row(f"ratio of {name}", "", f"{one / other:.1f}")
    told, untold = moves_told_and_untold(url, asked.windows, asked.seconds)
    ratios = [one / other for one, other in zip(told, untold, strict=True)]
    table.add_row("moves/s, not told", "median", f"{statistics.median(untold):.0f}")
    table.add_row("moves/s, told", "median", f"{statistics.median(told):.0f}")
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    table.add_row("told : not told", spread, f"{statistics.median(ratios):.3f}")
    Console().print(table)


@contextmanager
def crowd(url: str, count: int) -> Iterator[float]:
    """Keep so many streams open; give the seconds that it took to open them."""
    with httpx.Client(base_url=f"{url}/api/v1") as client:
        tokens = [
            client.post("/sandbox").json()["token"]
            for _ in track(range(max(1, count * 4 // 10 // PER_TOKEN)), description="accounts")
        ]
        body = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]}
        games = [
            client.post(
                "/games", json=body, headers={"Authorization": f"Bearer {tokens[n % len(tokens)]}"}
            ).json()["id"]
            for n in track(range(GAMES), description="games")
        ]
    holders = [token for token in tokens for _ in range(PER_TOKEN)]
    streams = [
        (f"/games/{games[n % GAMES]}/stream", holders[n] if n < len(holders) else None)
        for n in range(count)
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.stream_crowd"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    begun = time.monotonic()
    process.stdin.write(json.dumps({"url": url, "streams": streams}) + "\n")
    process.stdin.flush()
    if process.stdout.readline() != f"{count}\n":
        raise SystemExit("Not all streams could be opened.")
    try:
        yield time.monotonic() - begun
    finally:
        process.communicate()


def latencies(url: str, count: int) -> tuple[list[float], list[float]]:
    """Return the seconds from commit to frame, and from publishing to receiving, in turn."""
    from django.conf import settings
    from django.utils import timezone

    from accounts import selectors
    from benchmarks.scripts import write_script
    from games.services import play as playing
    from games.store import append

    committed = 0
    append_one = append.append_one

    def timed(command: append.Append) -> append.Appended:
        nonlocal committed
        appended = append_one(command)
        committed = time.monotonic_ns()
        return appended

    append.append_one = timed
    cache = settings.HERDBOOK_CACHE_URL.replace("valkey", "redis", 1)
    frames: list[float] = []
    bare: list[float] = []
    with redis.Redis.from_url(cache) as client, ear("messages", cache, CHANNEL) as messages:
        while len(frames) < count:
            script = write_script(url, seats=2, limit=1000, seed=len(frames))
            with ear("frames", url, script.game) as shown:
                for step in script.steps[: count - len(frames)]:
                    token = selectors.good_token(_id_of(step.token), now=timezone.now())
                    done = playing.play_move(
                        game=UUID(script.game),
                        account=token.account_id,
                        is_bot=True,
                        move=step.body["move"],
                        decision=step.body["decision"],
                    )
                    frames.append((arrival(shown, done.events[-1].version) - committed) / 1e9)
                    time.sleep(PAUSE)
                    sent = time.monotonic_ns()
                    client.publish(CHANNEL, str(len(frames)))
                    bare.append((arrival(messages, len(frames)) - sent) / 1e9)
                    time.sleep(PAUSE)
    return frames, bare


@contextmanager
def ear(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Run a process that notes what arrives."""
    process = subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-m", "benchmarks.stream_ear", *arguments],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    try:
        yield process
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def arrival(process: "subprocess.Popen[str]", what: int) -> int:
    """Return when this arrived."""
    assert process.stdout is not None
    while True:
        number, arrived = map(int, process.stdout.readline().split())
        if number >= what:
            return arrived


def moves_told_and_untold(
    url: str, windows: int, seconds: float
) -> tuple[list[float], list[float]]:
    """Return accepted moves a second with commits told through the cache, and without, in turn."""
    from benchmarks.scripts import write_script

    told: list[float] = []
    untold: list[float] = []
    with (
        wsgi_server(HERDBOOK_WAKEUPS="on") as tells,
        wsgi_server(HERDBOOK_WAKEUPS="off") as is_silent,
    ):
        scripts = [
            write_script(url, seats=2, limit=1000, seed=seed)
            for seed in track(range(2 * CONNECTIONS * windows), description="games")
        ]
        with ear("frames", url, scripts[0].game):  # so that the waiting process hears
            for number in track(range(windows), description="windows"):
                kinds = [(told, tells), (untold, is_silent)]
                for rates, port in kinds if number % 2 else reversed(kinds):
                    mine, scripts = scripts[:CONNECTIONS], scripts[CONNECTIONS:]
                    accepted, took = play(mine, port, seconds)
                    rates.append(accepted / took)
    return told, untold


def percentile(values: list[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    return statistics.quantiles(values, n=100)[percent - 1] * 1000


def _id_of(token: str) -> str:
    return token.split("_")[1]


if __name__ == "__main__":
    main()
