"""A fortnight of games by correspondence, in minutes: `make fortnight`.

Starts a database and a broker of its own. People of many tempers play games of every ruleset under
every time control; they sleep, travel, pause, take moves back, give standing orders, forget that
they play, and answer at the last instant; they talk, and give their seats to others. The clock of
the database goes from one event to the next, and the clocks of Europe and of the south are changed
meanwhile. The services are killed and started anew, the whole server is away for hours, rules fail.
After a fortnight everybody falls silent, and every game must come to its end. Then each log is held
against what must be true of clocks, and what was logged as an error is a fault.

Exit code 0: all is well; 1: something is not, and each fault is a line.
"""

import argparse
import os
import random
import subprocess
import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks import stacks


def main() -> None:
    """Start the servers, then become their owner and let time pass."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=6, help="of all choices of the people")
    parser.add_argument("--restarts", type=int, default=6, help="how often the services are killed")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        raise SystemExit(simulate(asked.games, asked.seed, asked.restarts))
    with stacks.running_stack("servers", HERDBOOK_FSYNC="0") as state:
        command = ["-m", "config.stack", "exec", "--owner", "--", sys.executable, "-m"]
        command += ["tests.simulation", "--inside", *sys.argv[1:]]
        environment = {
            **os.environ,
            "HERDBOOK_DATA": str(state.folder),
            "HERDBOOK_LIMITS": "off",
            "HERDBOOK_LOG_LEVEL": "ERROR",
        }
        done = subprocess.run([sys.executable, *command], env=environment, check=False)
    raise SystemExit(done.returncode)


def simulate(number: int, seed: int, restarts: int) -> int:
    """Let the fortnight pass; return the exit code."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from tests.simulation import (
        doing,
        fortnight,
        happenings,
        judging,
        people,
        services,
        simulated_clock,
    )
    from tests.simulation import tables as making

    rng, console = random.Random(seed), Console()
    console.print(f"Seed {seed}; the same choices again: --seed {seed}")
    clock = simulated_clock.SimulatedClock(fortnight.START)
    end = fortnight.START + fortnight.LENGTH
    players = list(people.people(max(12, number * 3 // 5), fortnight.START, end, rng))
    quick = number // 8
    games = list(making.make_games(number - quick, players, rng))
    games += making.match_quickly(quick, players, rng)
    running, logged = services.Services(), services.watch_log()
    try:
        world = fortnight.Fortnight(clock, running, games, rng)
        doings = doing.Doings(world)
        doings.plan_pauses(games)
        doings.plan_vacations(players)
        doings.give_orders(games)
        doings.plan_restarts(restarts)
        befalls = happenings.Happenings(world, players)
        befalls.plan_outages(max(1, restarts // 2))
        befalls.plan_incidents(games, max(1, number // 20))
        befalls.plan_changes(games)
        befalls.plan_talk(games)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("", total=number)
            world.play(
                lambda over, now: bar.update(
                    task, completed=over, description=f"{now:%a %d %b %H:%M}  {over} over"
                )
            )
    finally:
        running.end()
    world.logged += logged
    verdict = judging.judge(world, games)
    console.print(_table(verdict.rows, number))
    for fault in verdict.faults:
        console.print(fault, style="red", markup=False, soft_wrap=True)
    return 1 if verdict.faults else 0


def _table(rows: dict[str, int], number: int) -> Table:
    table = Table(title=f"A fortnight of {number} games by correspondence")
    table.add_column("what")
    table.add_column("times", justify="right")
    for name, times in rows.items():
        table.add_row(name, f"{times:,}")
    return table


if __name__ == "__main__":
    main()
