"""Run the suites of PettingZoo and OpenSpiel on every ruleset: `make research-check`."""

import importlib.util
import sys
import warnings

from games.engine.registry import all_rulesets, discover

_CYCLES = 500
_SIMULATIONS = 2


def _has(*modules: str) -> bool:
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        _say(f"skipped: {', '.join(missing)} not installed (dependency group `research`)")
    return not missing


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")


def check_pettingzoo() -> None:
    """Run `api_test` and `seed_test` on the smallest and the largest table of every ruleset."""
    from pettingzoo.test import api_test, seed_test

    from bots.research.aec import CardGame

    for ruleset in all_rulesets():
        for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
            with warnings.catch_warnings():
                # Rows of features have no bounds, and they are no pictures of a screen.
                warnings.simplefilter("ignore", UserWarning)
                api_test(CardGame(ruleset.slug, seats=seats), num_cycles=_CYCLES)
                slug = ruleset.slug
                seed_test(lambda slug=slug, seats=seats: CardGame(slug, seats=seats))
            _say(f"PettingZoo: {ruleset.slug} with {seats} seats passes api_test and seed_test")


def check_openspiel() -> None:
    """Run `random_sim_test` on the smallest and the largest table of every ruleset."""
    import pyspiel

    from bots.research import spiel

    spiel.register()
    for ruleset in all_rulesets():
        for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
            name = f"{spiel.name_of(ruleset)}(players={seats},max_moves=200)"
            pyspiel.random_sim_test(
                pyspiel.load_game(name), num_sims=_SIMULATIONS, serialize=True, verbose=False
            )
            _say(f"OpenSpiel: {name} passes random_sim_test")


def main() -> None:
    """Run what can be run; a suite that is not installed is skipped with a message."""
    discover()
    if _has("pettingzoo", "gymnasium", "numpy"):
        check_pettingzoo()
    if _has("pyspiel", "numpy"):
        check_openspiel()


if __name__ == "__main__":
    main()
