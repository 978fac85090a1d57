"""A refusal says of what kind it is, and nobody hears of stale versions (S16, S69)."""

from functools import partial

import pytest

from config.errors import CATALOGUE
from tests.accounts.keys import key_for
from tests.cast import problem
from tests.concurrency.racing import answers, crew, errors
from tests.tables import seated


def test_state_validation_and_permission_are_three_kinds(alice, bob, mallory):
    """S69: 409 carries the version and what is owed, and is neither 422 nor 403."""
    game = seated(alice, bob)
    path, view = f"/games/{game}/moves", alice.view(game)
    owed = view["decision"]
    asked = {"decision": owed["id"], "move": owed["legal_moves"][0]}
    foreign = {**asked, "decision": owed["id"][:-1] + "9"}
    state = problem(alice.post(path, foreign), 409, "not_your_decision")
    invalid = problem(alice.post(path, {**asked, "move": 7}), 422, "invalid_request")
    illegal = problem(alice.post(path, {**asked, "move": "take"}), 422, "illegal_move")
    outside = problem(mallory.post(path, asked), 403, "not_seated")
    scope = problem(key_for(alice, "games:read").post(path, asked), 403, "insufficient_scope")
    for body in (state, illegal):
        assert (body["version"], body["decision"]) == (view["version"], owed)
    assert (outside["version"], outside["decision"]) == (view["version"], None)
    for body in (invalid, scope):
        assert not {"version", "decision"} & set(body)


def test_commands_that_come_too_early_or_late_are_about_state(alice, bob):
    """S16: each with its code, the version and what is owed."""
    game = alice.create("me", "open")["id"]
    early = [("resign", "game_not_running"), ("seats/me/return", "game_not_running")]
    running = [
        ("seats", "already_seated"),
        ("seats/me/return", "not_away"),
        ("rematch", "game_running"),
    ]
    late = [("resign", "game_over"), ("abort", "game_over"), ("seats", "already_seated")]

    def refused(cases):
        view = alice.view(game)
        for command, code in cases:
            body = problem(alice.post(f"/games/{game}/{command}"), 409, code)
            assert (body["version"], body["decision"]) == (view["version"], view["decision"])
        assert alice.view(game)["version"] == view["version"]

    refused(early)
    bob.join(game)
    assert alice.view(game)["decision"] is not None
    refused(running)
    bob.post(f"/games/{game}/resign")
    refused(late)


def test_no_code_of_the_catalogue_speaks_of_versions():
    """S16, S69: a lost race is decided anew, so there is nothing to tell."""
    assert not [code for code in CATALOGUE if "version" in code or code == "conflict"]


@pytest.mark.parametrize("trials", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_seats_that_act_at_the_same_moment_all_succeed(alice, bob, player, trials):
    """S69, S15: one moves, the others consent to an end; each is answered with what it did."""
    carol, dave = player(), player()
    with crew(3) as threads:
        for _ in range(trials):
            game = seated(alice, bob, carol, dave)
            owed = alice.view(game)["decision"]
            asked = {"decision": owed["id"], "move": owed["legal_moves"][0]}
            consent = [partial(one.post, f"/games/{game}/abort") for one in (bob, carol)]
            finishes = threads.race([partial(alice.post, f"/games/{game}/moves", asked), *consent])
            assert errors(finishes) == []
            assert [one.status_code for one in answers(finishes)] == [201, 200, 200]
            types = [event["type"] for event in alice.get(f"/games/{game}/events").json()["items"]]
            assert types.count("AbortConsented") == 2
