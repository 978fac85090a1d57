"""How fast the engine plays Mow: with events, without them, and what a copy costs.

Run it with `make bench-engine`. Random games are played in short windows that take turns, so that
a busy machine slows all figures alike; the ratios are the part to compare between machines.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import track
from rich.table import Table

from games.engine.chance import RandomChance
from games.rules.mow.game import RULESET
from games.rules.mow.state import NOBODY, MowState

Window = Callable[[int, float], tuple[int, float]]
"""Works for some seconds from a seed; returns how often it did its thing, and the time it took."""


def new_game(seats: int, chance: RandomChance) -> MowState:
    options = RULESET.parse_options({}, seats)
    state = RULESET.blank(options, seats)
    for event in RULESET.deal(options, seats, chance):
        RULESET.evolve(state, event)
    return state


def play_without_events(state: MowState, chance: RandomChance, rng: random.Random) -> int:
    """Play random moves to the end of the game; return how many."""
    steps = 0
    while (seat := state.turn) != NOBODY:
        moves = RULESET.legal_moves(state, seat)
        RULESET.advance(state, seat, moves[int(rng.random() * len(moves))], chance)
        steps += 1
    return steps


def play_with_events(state: MowState, chance: RandomChance, rng: random.Random) -> int:
    """Do the same through `decide` and `evolve`."""
    steps = 0
    while (seat := state.turn) != NOBODY:
        moves = RULESET.legal_moves(state, seat)
        for event in RULESET.decide(state, seat, moves[int(rng.random() * len(moves))], chance):
            RULESET.evolve(state, event)
        steps += 1
    return steps


def games(play: Callable[[MowState, RandomChance, random.Random], int], seats: int) -> Window:
    def window(seed: int, seconds: float) -> tuple[int, float]:
        rng = random.Random(seed)  # noqa: S311
        chance = RandomChance(rng)
        steps, start = 0, time.perf_counter()
        while (took := time.perf_counter() - start) < seconds:
            steps += play(new_game(seats, chance), chance, rng)
        return steps, took

    return window


def copies(seats: int) -> Window:
    def window(seed: int, seconds: float) -> tuple[int, float]:
        state = new_game(seats, RandomChance(random.Random(seed)))  # noqa: S311
        done, start = 0, time.perf_counter()
        while (took := time.perf_counter() - start) < seconds:
            for _ in range(1_000):
                state.copy()
            done += 1_000
        return done, took

    return window


def measure(seats: int, rounds: int, seconds: float) -> list[float]:
    """Return the median times of a step with events, of one without and of a copy."""
    windows = [games(play_with_events, seats), games(play_without_events, seats), copies(seats)]
    times: list[list[float]] = [[] for _ in windows]
    for nth in track(range(rounds), description=f"Mow, {seats} seats", transient=True):
        for window, taken in zip(windows, times, strict=True):
            count, took = window(nth, seconds)
            taken.append(took / count)
    return [statistics.median(taken) for taken in times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="windows of each kind")
    parser.add_argument("--seconds", type=float, default=0.2, help="length of a window")
    asked = parser.parse_args()
    table = Table(title="Random games of Mow, medians over interleaved windows")
    for heading in (
        "seats",
        "steps/s with events",
        "steps/s without",
        "without : with",
        "copy, µs",
        "copy : step without",
    ):
        table.add_column(heading, justify="right")
    for seats in RULESET.seat_counts:
        with_events, without, copy = measure(seats, asked.rounds, asked.seconds)
        table.add_row(
            str(seats),
            f"{1 / with_events:,.0f}",
            f"{1 / without:,.0f}",
            f"{with_events / without:.1f}",
            f"{copy * 1e6:.2f}",
            f"{copy / without:.2f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
