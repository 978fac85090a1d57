"""What pauses cost, and how much of a budget is left."""

from datetime import timedelta

from games.engine.clocks.controls import PauseBudget

LEAST = timedelta(minutes=5)
"""What a pause costs at least, so that nobody can stop and start a game all day long."""


def pause_cost(length: timedelta) -> timedelta:
    """Return what a pause of this length takes from the budget."""
    return max(length, LEAST)


def pause_left(budget: PauseBudget, *, own: timedelta, together: timedelta) -> timedelta:
    """Return for how long a seat may pause.

    `own` is what its pauses have cost, `together` what those of all seats have.
    """
    left = timedelta(seconds=budget.seat) - own
    if budget.game is not None:
        left = min(left, timedelta(seconds=budget.game) - together)
    return max(left, timedelta())
