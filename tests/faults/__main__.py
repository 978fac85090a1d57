"""Fault injection: `make faults`.

Starts PostgreSQL, a broker, a proxy before both, two web processes, two workers and beat, all of
its own. Clients and house bots play games of every ruleset on them while one thing after the
other is broken. At the end what the clients were told is held against the log. Unless faults are
chosen, the two controls follow: a guarantee is taken away, and the checks must turn red.

Exit code 0: no invariant was violated, and each control turned red; 1: not so; 2: the run failed.
"""

import argparse
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from config.stack.console import StackError
from tests.faults import showing
from tests.faults.controls import CONTROLS
from tests.faults.faults import FAULTS, SHORT
from tests.faults.judging import judge
from tests.faults.run import Run, Wish


def main() -> int:
    chosen, console = _arguments(), Console()
    if chosen.list:
        console.print(showing.faults())
        return 0
    wish = _wish(chosen)
    console.print(f"Seed {wish.seed}; the same choices again: --seed {wish.seed}")
    if chosen.control:
        return _control(wish, chosen.control, chosen.keep, console)
    code = _break(wish, _names(chosen, wish.seed), chosen.keep, console)
    if chosen.short or chosen.only:
        return code
    # Each in a process of its own, for one process knows one database.
    return max(code, *(_control_apart(name, wish.seed) for name in CONTROLS))


def _break(wish: Wish, names: list[str], keep: Path | None, console: Console) -> int:
    """Inject these faults; return the exit code."""
    try:
        with showing.Progress(console) as progress, Run(wish, progress.say, keep) as run:
            run.play_and_break([FAULTS[name] for name in names])
            progress.say("checking", len(names), len(names), 0)
            verdict = judge(run)
    except (AssertionError, RuntimeError, StackError) as error:
        console.print(f"The run failed: {error}", style="red", markup=False)
        return 2
    console.print(showing.verdict(verdict, title="Fault injection"))
    showing.findings(verdict, console)
    return 1 if verdict.findings else 0


def _control(wish: Wish, name: str, keep: Path | None, console: Console) -> int:
    """Take a guarantee away; return the exit code."""
    control = CONTROLS[name]
    brief = replace(wish, games=1, seconds=0.0, long=False)
    try:
        with showing.Progress(console) as progress, Run(brief, progress.say, keep) as run:
            control.do(run)
            verdict = judge(run)
    except (AssertionError, RuntimeError, StackError) as error:
        console.print(f"The control failed: {error}", style="red", markup=False)
        return 2
    console.print(showing.verdict(verdict, title=f"Control: {control.text}"))
    is_red = control.kind in {finding.kind for finding in verdict.findings}
    outcome = "The checks turned red, as they must" if is_red else "Nothing was found of the kind"
    console.print(f"{outcome}: {control.kind}.", style="green" if is_red else "red")
    return 0 if is_red else 1


def _control_apart(name: str, seed: int) -> int:
    command = [sys.executable, "-m", "tests.faults", "--control", name, "--seed", str(seed)]
    return subprocess.run(command, check=False).returncode


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="list the faults and end")
    parser.add_argument("--seed", type=int, help="of all random choices; printed if not given")
    parser.add_argument("--games", type=int, default=50, help="at least so many are played")
    parser.add_argument("--minutes", type=float, default=0.0, help="it takes at least so long")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=[*FAULTS, "nothing"],
        metavar="FAULT",
        help="inject this one only; may be given several times; `nothing` breaks nothing",
    )
    parser.add_argument(
        "--control", choices=CONTROLS, help="only this control: take a guarantee away"
    )
    parser.add_argument(
        "--short", action="store_true", help="the short set: fewer faults, briefer ones"
    )
    parser.add_argument("--house", action="store_true", help="nobody but the house plays")
    parser.add_argument("--gap", type=float, help="seconds between two faults")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="copy the history and the logs there"
    )
    return parser.parse_args()


def _wish(chosen: argparse.Namespace) -> Wish:
    gap = 3.0 if chosen.short or chosen.control else 8.0
    return Wish(
        seed=chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**6),
        games=chosen.games,
        seconds=chosen.minutes * 60,
        long=not chosen.short,
        house=chosen.house,
        gap=gap if chosen.gap is None else chosen.gap,
    )


def _names(chosen: argparse.Namespace, seed: int) -> list[str]:
    """Return the faults in the order in which they are injected."""
    if chosen.only:
        return [name for name in chosen.only if name != "nothing"]
    names = list(SHORT if chosen.short else FAULTS)
    random.Random(seed).shuffle(names)
    return names


if __name__ == "__main__":
    sys.exit(main())
