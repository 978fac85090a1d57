"""What a sweep costs: 1,000 due decisions among 1,000 games in play and among 100,000.

`make bench-sweep`. Servers of its own are started and nothing that sweeps beside this. Two real
games, one of an hour a move and one of two weeks, are copied by the database's owner, and the
database's clock is put ahead by an hour, so that the copies of the first are due. Each sweep
expires 1,000 decisions through the command path; the default move is made.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from uuid import UUID

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import stacks

DUE = 1_000
OPEN = 100_000
_AHEAD = """
CREATE OR REPLACE FUNCTION herdbook.clock() RETURNS timestamptz
LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp
AS $$ SELECT clock_timestamp() + interval '61 minutes' $$
"""
# As they were before the first sweep, which finds the game of an hour as well.
_KEPT = """
CREATE TEMPORARY TABLE kept_game AS SELECT * FROM game;
CREATE TEMPORARY TABLE kept_decision AS SELECT * FROM decision
"""
_COPIES = """
WITH copied AS (
  INSERT INTO game (id, ruleset, rules_version, status, version, head_hash, state, secret, rated,
                    private, seat_count, free_seats, time_control_kind, created_at, started_at,
                    finished_at, last_at)
  SELECT gen_random_uuid(), ruleset, rules_version, status, version, head_hash, state, secret,
         rated, private, seat_count, free_seats, time_control_kind, created_at, started_at,
         finished_at, last_at
  FROM kept_game CROSS JOIN generate_series(1, %(copies)s) WHERE id = %(game)s
  RETURNING id
)
INSERT INTO decision (game_id, seat, opened, kind, answerer, opened_at, due_at, not_before,
                      lease_until, attempts, refusals)
SELECT copied.id, d.seat, d.opened, d.kind, d.answerer, d.opened_at, d.due_at, NULL, NULL, 0, 0
FROM copied CROSS JOIN kept_decision d WHERE d.game_id = %(game)s
"""


def main() -> None:
    """Start the servers, then become their owner and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="sweeps of each kind")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        measure(asked.rounds)
        return
    with stacks.running_stack("servers") as state:
        command = ["-m", "config.stack", "exec", "--owner", "--", sys.executable, "-m"]
        command += ["benchmarks.bench_sweep", "--inside", "--rounds", str(asked.rounds)]
        environment = {**os.environ, "HERDBOOK_DATA": str(state.folder)}
        environment["HERDBOOK_LOG_LEVEL"] = "WARNING"
        raise SystemExit(
            subprocess.run([sys.executable, *command], env=environment, check=False).returncode  # noqa: S603 - ourselves
        )


def measure(rounds: int) -> None:
    """Copy the games, sweep, and print how long a due decision took."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    due, not_due = _game(3_600), _game(1_209_600)
    _run(_KEPT, {})
    _run(_AHEAD, {})
    took = {DUE: _sweeps(due, rounds)}
    _run(_COPIES, {"game": not_due, "copies": OPEN - DUE})
    took[OPEN] = _sweeps(due, rounds)
    table = Table(title=f"{DUE:,} due decisions a sweep, {rounds} sweeps each")
    for column in ("games in play", "ms a due decision", "least", "most"):
        table.add_column(column, justify="right")
    for games, each in took.items():
        middle = statistics.median(each)
        table.add_row(f"{games:,}", f"{middle:.2f}", f"{min(each):.2f}", f"{max(each):.2f}")
    Console().print(table)
    ratio = statistics.median(took[OPEN]) / statistics.median(took[DUE])
    Console().print(f"100,000 : 1,000 games in play = {ratio:.2f}")


def _game(seconds: int) -> UUID:
    """Make a game of two sandbox bots; return its id."""
    from accounts.services.opening import open_sandbox
    from games.services import creating, lobby
    from games.services.askers import Asker
    from games.services.creating import WantedSeat
    from games.store import clock

    accounts = [open_sandbox(now=clock.now()).token.account for _ in range(2)]
    first, second = (Asker(account=one.id, name=one.name, is_bot=True) for one in accounts)
    made = creating.create_game(
        asker=first,
        ruleset="mow",
        seats=[WantedSeat(kind="me"), WantedSeat(kind="open")],
        options={},
        time_control={"seconds": seconds, "on_expiry": "default-move"},
    )
    lobby.take_seat(game=made.game.id, asker=second)
    return made.game.id


def _sweeps(due: UUID, rounds: int) -> list[float]:
    """Return the milliseconds a due decision took in each sweep; the first warms up."""
    from games.services import deadlines

    took: list[float] = []
    for _ in track(range(rounds + 1), description="sweeping"):
        _run(_COPIES, {"game": due, "copies": DUE})
        _run("ANALYZE game, decision", {})
        begin = time.perf_counter()
        expired = deadlines.sweep()
        seconds = time.perf_counter() - begin
        if not DUE <= expired <= DUE + 1:
            raise SystemExit(f"{expired} decisions expired instead of {DUE}.")
        took.append(seconds * 1000 / expired)
    return took[1:]


def _run(statement: str, values: dict[str, UUID | int]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)


if __name__ == "__main__":
    main()
