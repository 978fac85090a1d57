"""The contract of a ruleset: every property that the suite checks, as plain functions.

Each takes a `Subject` and a `Plan`, plays the game as planned and raises `AssertionError` with the
plan in its message, so that a failure can be had again:

    check_play_twins(subject_of(find_ruleset("mow")), Plan(seats=2, seed=7, moves=40))

Nothing in here knows any one game. To bring a new ruleset under the contract its author writes
`facts.py` (see `subject`), marks the cards in its events as `Card`, and records a sample of each
event (see `record_samples`). A strategy is compared by giving its `choose` to the fold twins.
`tests/rules/planted` shows that the suite finds what it is for.
"""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rules.contract.decisions import check_decisions, check_end
from tests.rules.contract.fold_twins import check_fold_twins, check_swapped_copies
from tests.rules.contract.games import Plan
from tests.rules.contract.moves import check_legal_moves, check_move_texts
from tests.rules.contract.names import check_names
from tests.rules.contract.plans import check_orders
from tests.rules.contract.play_twins import check_play_twins
from tests.rules.contract.positions import check_pack, check_positions
from tests.rules.contract.quiet import check_quiet_moves
from tests.rules.contract.replay import check_copies, check_records, check_replay
from tests.rules.contract.subject import Subject

Check = Callable[[Subject, Plan], object]

CHECKS: tuple[Check, ...] = (
    check_copies,
    check_decisions,
    check_end,
    check_fold_twins,
    check_legal_moves,
    check_move_texts,
    check_names,
    check_orders,
    check_pack,
    check_play_twins,
    check_positions,
    check_quiet_moves,
    check_records,
    check_replay,
    check_swapped_copies,
)

# Found failures are printed as plans; a database of examples would make runs depend on each other.
ORDINARY = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
THOROUGH = settings(ORDINARY, max_examples=150, derandomize=False)


def plans(seats: int) -> st.SearchStrategy[Plan]:
    """Generate plans of games with so many seats."""
    return st.builds(
        Plan,
        seats=st.just(seats),
        seed=st.integers(0, 2**32 - 1),
        choices=st.lists(st.integers(0, 999), max_size=30).map(tuple),
        moves=st.integers(1, 130),
    )


def run(check: Check, subject: Subject, seats: int, how: settings) -> None:
    """Run a check over generated games with so many seats."""

    @how
    @given(plan=plans(seats))
    def checked(plan: Plan) -> None:
        check(subject, plan)

    checked()


def count_play_twins(subject: Subject, wanted: int) -> int:
    """Compare play twins at every seat count in turn until `wanted` have counted.

    Raises if they are too few: then the twins test next to nothing.
    """
    counts = subject.ruleset.seat_counts
    counted = 0
    for seed in range(wanted):
        if counted >= wanted:
            break
        plan = Plan(seats=counts[seed % len(counts)], seed=seed, moves=30 + seed % 90)
        counted += check_play_twins(subject, plan)
    assert counted >= wanted, f"{subject}: only {counted} of {wanted} play twins kept company"
    return counted
