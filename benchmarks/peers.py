"""Random games of other card engines; runs in a venv of its own, see `peer_process`.

Reads lines `<peer> <seconds>` and answers each with how many moves were made, and the CPU time.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

PINNED = ("open_spiel==2.0.2", "rlcard==1.2.0")


def crazy_eights() -> Callable[[float], tuple[int, float]]:
    """OpenSpiel's Crazy Eights for four; what chance does is done but not counted."""
    import pyspiel

    game: Any = pyspiel.load_game("crazy_eights(players=4)")
    rng = random.Random(1)  # noqa: S311

    def window(seconds: float) -> tuple[int, float]:
        moves, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                    moves += 1
        return moves, took

    return window


def uno() -> Callable[[float], tuple[int, float]]:
    """RLCard's Uno, run as RLCard runs it, by its own random agents."""
    import rlcard  # type: ignore[import-not-found]
    from rlcard.agents import RandomAgent  # type: ignore[import-not-found]

    table: Any = rlcard.make("uno", config={"seed": 1})
    table.set_agents([RandomAgent(num_actions=table.num_actions)] * table.num_players)

    def window(seconds: float) -> tuple[int, float]:
        moves, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds:
            trajectories, _ = table.run(is_training=False)
            # A state and an action take turns in each, and a last state ends it.
            moves += sum(len(states_and_actions) // 2 for states_and_actions in trajectories)
        return moves, took

    return window


PEERS = {"crazy_eights": crazy_eights, "uno": uno}


def main() -> None:
    windows = {name: make() for name, make in PEERS.items()}
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        name, seconds = line.split()
        moves, took = windows[name](float(seconds))
        sys.stdout.write(f"{moves} {took}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
