"""An invitation is taken or taken back, never both (A15)."""

from functools import partial

import pytest

from tests.concurrency.racing import answers, crew, errors
from tests.store.soundness import assert_log_is_sound


@pytest.mark.parametrize(
    "pairs", [40, pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_cancelling_against_accepting_has_one_outcome(pairs, alice, bob):
    """A15: the game runs and is not called off, or it is called off and never runs."""
    seats = ("me", {"kind": "invite", "account": bob.name})
    outcomes = set()
    with crew(2) as threads:
        for _ in range(pairs):
            game = alice.create(*seats)["id"]
            finishes = threads.race(
                [
                    partial(bob.post, f"/games/{game}/invitation", {"accept": True}),
                    partial(alice.post, f"/games/{game}/abort"),
                ]
            )
            assert errors(finishes) == []
            accepted, cancelled = answers(finishes)
            # In a game that runs the creator's wish is a consent, which ends nothing by itself.
            assert cancelled.status_code == 200
            status = assert_log_is_sound(game).status
            if accepted.status_code == 200:
                assert status == "running"
            else:
                assert accepted.status_code == 409
                assert accepted.json()["code"] == "invitation_closed"
                assert status == "aborted"
            outcomes.add(status)
    assert outcomes
