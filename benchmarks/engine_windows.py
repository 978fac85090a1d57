"""What is measured of a ruleset: each kind of work in short windows of CPU time.

A window works for some seconds from a seed and returns how often it did its thing and the time.
"""

import random
import time
from collections.abc import Callable, Iterable

from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State

Window = Callable[[int, float], tuple[int, float]]

_BATCH = 50
"""Moves between two looks at the clock."""


class LeanChance:
    """Shuffles by sorting with a random key each, which is the quickest fair way in Python."""

    def __init__(self, rng: random.Random) -> None:
        self._draw = rng.random

    def shuffle(self, cards: Iterable[Card], purpose: str) -> list[Card]:
        draw = self._draw
        return sorted(cards, key=lambda _: draw())


def new_game(ruleset: AnyRuleset, seats: int, chance: Chance) -> tuple[State, list[Event]]:
    options = ruleset.parse_options({}, seats)
    state = ruleset.blank(options, seats)
    events = ruleset.deal(options, seats, chance)
    for event in events:
        ruleset.evolve(state, event)
    return state, events


def steps_with_events(ruleset: AnyRuleset, seats: int) -> Window:
    """Play random moves: listed, checked, recorded and applied."""

    def step(state: State, chance: Chance, rng: random.Random) -> bool:
        owed = ruleset.decisions(state)
        if not owed:
            return False
        seat = owed[0].seat
        moves = ruleset.legal_moves(state, seat)
        for event in ruleset.decide(state, seat, moves[int(rng.random() * len(moves))], chance):
            ruleset.evolve(state, event)
        return True

    return _steps(ruleset, seats, step)


def steps_without_events(ruleset: AnyRuleset, seats: int) -> Window:
    """Play random moves by the fast path of search bots."""

    def step(state: State, chance: Chance, rng: random.Random) -> bool:
        owed = ruleset.decisions(state)
        if not owed:
            return False
        seat = owed[0].seat
        moves = ruleset.legal_moves(state, seat)
        ruleset.advance(state, seat, moves[int(rng.random() * len(moves))], chance)
        return True

    return _steps(ruleset, seats, step)


def _steps(
    ruleset: AnyRuleset,
    seats: int,
    step: Callable[[State, Chance, random.Random], bool],
) -> Window:
    def window(seed: int, seconds: float) -> tuple[int, float]:
        rng = random.Random(seed)  # noqa: S311
        chance = LeanChance(rng)
        state, _ = new_game(ruleset, seats, chance)
        steps, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds:
            for _ in range(_BATCH):
                if step(state, chance, rng):
                    steps += 1
                else:
                    state, _ = new_game(ruleset, seats, chance)
        return steps, took

    return window


def copies(ruleset: AnyRuleset, seats: int) -> Window:
    """Copy the state after the deal and after ten moves of each seat."""
    rng = random.Random(1)  # noqa: S311
    state, _ = new_game(ruleset, seats, LeanChance(rng))
    for _ in range(10 * seats):
        _move(ruleset, state, rng)
    return repeated(state.copy)


def folds(ruleset: AnyRuleset, seats: int) -> Window:
    """Fold the events of a recorded game, at most 2,000 moves of it."""
    rng = random.Random(2)  # noqa: S311
    state, log = new_game(ruleset, seats, LeanChance(rng))
    for _ in range(2_000):
        log += _move(ruleset, state, rng)
    options = ruleset.parse_options({}, seats)

    def window(seed: int, seconds: float) -> tuple[int, float]:
        folded, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds:
            state = ruleset.blank(options, seats)
            for event in log:
                ruleset.evolve(state, event)
            folded += len(log)
        return folded, took

    return window


def repeated(work: Callable[[], object]) -> Window:
    """Do the same thing over and over."""

    def window(seed: int, seconds: float) -> tuple[int, float]:
        done, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds:
            for _ in range(1_000):
                work()
            done += 1_000
        return done, took

    return window


def _move(ruleset: AnyRuleset, state: State, rng: random.Random) -> list[Event]:
    """Make a random move on `state`, unless the game is over; return its events."""
    owed = ruleset.decisions(state)
    if not owed:
        return []
    move = rng.choice(ruleset.legal_moves(state, owed[0].seat))
    events = ruleset.decide(state, owed[0].seat, move, LeanChance(rng))
    for event in events:
        ruleset.evolve(state, event)
    return events
