"""The lists of games and turns with 100,000 games stored (`make bench-lists`).

A stack of its own is started, one real game is copied 100,000 times by its database's owner, and
an account that holds a thousand running games asks for its lists.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import stacks
from config.stack.state import State

GAMES = 100_000
MINE = 1_000
_COPIES = """
INSERT INTO game (id, ruleset, rules_version, status, version, head_hash, state, secret, rated,
                  private, seat_count, free_seats, time_control_kind, created_at, started_at, finished_at, last_at)
SELECT gen_random_uuid(), ruleset, rules_version,
       CASE WHEN n <= %(mine)s THEN 'running' ELSE 'finished' END,
       version, head_hash, state, secret, rated, private, seat_count, free_seats,
       time_control_kind, created_at - n * interval '1 second',
       started_at, CASE WHEN n <= %(mine)s THEN NULL ELSE created_at - n * interval '1 second' END,
       last_at
FROM game CROSS JOIN generate_series(1, %(games)s) n
"""
_HOLDERS = """
INSERT INTO holder (id, game_id, seat, account_id, since_version, until_version)
SELECT gen_random_uuid(), g.id, 0, a.id, 1, NULL
FROM account a CROSS JOIN game g WHERE g.status = 'running'
"""
_DECISIONS = """
INSERT INTO decision (game_id, seat, opened, kind, answerer, opened_at, due_at, not_before,
                      lease_until, attempts, refusals)
SELECT id, 0, 1, 'turn', 'bot', created_at, created_at + interval '9 days', NULL, NULL, 0, 0
FROM game WHERE status = 'running'
ON CONFLICT DO NOTHING
"""

_TOLD = """
INSERT INTO account_event (account_id, type, at, told_at, data, dedupe)
SELECT CASE WHEN n %% 50 = 0 THEN a.id ELSE gen_random_uuid() END,
       'game.started', herdbook.clock(), herdbook.clock(),
       jsonb_build_object('game', gen_random_uuid(), 'version', 4, 'seat', 0), n::text
FROM account a CROSS JOIN generate_series(1, %(games)s) n WHERE a.kind = 'bot'
"""


def main() -> None:
    """Start a stack, then become its owner and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=200, help="requests of each kind")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        measure(State(Path(asked.inside)), asked.requests)
        return
    with stacks.running_stack() as state:
        command = ["-m", "config.stack", "exec", "--owner", "--", sys.executable, "-m"]
        command += ["benchmarks.bench_lists", "--inside", str(state.folder)]
        command += ["--requests", str(asked.requests)]
        environment = {**os.environ, "HERDBOOK_DATA": str(state.folder)}
        raise SystemExit(
            subprocess.run([sys.executable, *command], env=environment, check=False).returncode  # noqa: S603 - ourselves
        )


def measure(state: State, requests: int) -> None:
    """Fill the tables, ask, and print how long the answers took."""
    snapshot = state.snapshot()
    assert snapshot is not None
    with httpx.Client(base_url=f"{snapshot['url']}/api/v1") as client:
        opened = client.post("/sandbox").json()
        client.headers["Authorization"] = f"Bearer {opened['token']}"
        body = {
            "ruleset": "mow",
            "seats": [{"kind": "me"}, {"kind": "house", "strategy": "random"}],
        }
        client.post("/games", json=body)
        fill()
        table = Table(
            title=f"{GAMES:,} games stored, {MINE:,} of them mine, {requests} requests each"
        )
        for column in ("request", "p50 ms", "p95 ms"):
            table.add_column(column, justify="left" if column == "request" else "right")
        for path in (
            "/games",
            "/games?status=finished",
            # With no game that fits, so that nothing ends the search early.
            "/games?open=true&seats=2&time_control=per_move",
            "/games?offered=true",
            "/games?ruleset=tortoise",
            "/games?status=running&ruleset=tortoise",
            "/games?status=finished&seats=5&rated=true",
            "/games?mine=true",
            "/me/games",
            f"/players/{opened['account']['name']}/games",
            "/me/invitations",
            "/me/turns",
            "/me/turns?sort=waiting",
            "/me/turns?limit=500",
            "/me/events",
            "/me/events?limit=100",
            "/me/turns/next",
        ):
            took = timed(lambda path=path: client.get(path), requests, path)  # type: ignore[misc]  # mypy cannot type the default
            cuts = statistics.quantiles(took, n=100)
            table.add_row(f"GET {path}", f"{cuts[49]:.0f}", f"{cuts[94]:.0f}")
        Console().print(table)


def fill() -> None:
    """Copy the one game there is, and seat the one account at a thousand of the copies."""
    import django

    django.setup()
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in track(
            (_COPIES, _HOLDERS, _DECISIONS, _TOLD, "VACUUM ANALYZE"), description="filling"
        ):
            known = {"games": GAMES, "mine": MINE}
            cursor.execute(statement, known if "%(" in statement else None)


def timed(call: Callable[[], httpx.Response], requests: int, name: str) -> list[float]:
    """Return the milliseconds of each of so many calls."""
    took: list[float] = []
    for _ in track(range(requests), description=name):
        begin = time.perf_counter()
        answer = call()
        took.append((time.perf_counter() - begin) * 1000)
        if answer.status_code != httpx.codes.OK:
            raise SystemExit(f"{name}: {answer.text}")
    return took


if __name__ == "__main__":
    main()
