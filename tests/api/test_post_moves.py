"""POST /games/{id}/moves: answering a decision (api.md 5)."""

import pytest

from tests.accounts.keys import key_for
from tests.cast import Caller, problem
from tests.tables import seated


def test_a_legal_move_is_accepted_and_brings_its_events(alice, bob):
    game = alice.create("me", "open")["id"]
    bob.join(game)
    before = alice.view(game)
    move = before["decision"]["legal_moves"][0]
    response = alice.move(game, move)
    assert response.status_code == 201
    body = response.json()
    assert body["events"][0]["type"] == "CowPlayed"
    assert body["events"][0]["version"] == before["version"] + 1
    assert body["game"]["version"] == body["events"][-1]["version"]
    assert body["game"]["decision"] is None
    assert bob.view(game)["decision"]["seat"] == 1


def test_the_same_move_again_gets_the_same_events(alice, bob):
    game = alice.create("me", "open")["id"]
    bob.join(game)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    first = alice.post(f"/games/{game}/moves", asked)
    bob.move(game)
    again = alice.post(f"/games/{game}/moves", asked)
    assert again.status_code == 200
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["events"] == first.json()["events"]


def test_each_refusal_has_its_code_and_what_is_owed(alice, bob, mallory):
    game = alice.create("me", "open")["id"]
    path = f"/games/{game}/moves"
    problem(alice.post(path, {"decision": "x", "move": "take"}), 409, "game_not_running")
    bob.join(game)
    view = alice.view(game)
    decision = view["decision"]
    asked = {"decision": decision["id"], "move": "take"}
    body = problem(alice.post(path, asked), 422, "illegal_move")
    assert body["version"] == view["version"]
    assert body["decision"] == decision
    problem(alice.post(path, asked | {"move": "moo"}), 422, "malformed_move")
    problem(alice.post(path, {"move": "take"}), 422, "decision_required")
    problem(bob.post(path, asked), 409, "not_your_decision")
    problem(mallory.post(path, asked), 403, "not_seated")
    alice.move(game)
    other = next(m for m in decision["legal_moves"][1:])
    problem(alice.post(path, asked | {"move": other}), 409, "decision_already_made")


def test_every_refusal_names_the_version_and_what_is_owed(alice, bob):
    """S16: in its own answer, whoever asks."""
    game = seated(alice, bob)
    path, view = f"/games/{game}/moves", alice.view(game)
    for asked, code in (
        ({"decision": "x", "move": "take"}, "not_your_decision"),
        ({"decision": bob_s(view), "move": "take"}, "not_your_decision"),
        ({"decision": "", "move": "take"}, "not_your_decision"),
        ({"decision": "y" * 5000, "move": "take"}, "not_your_decision"),
        ({"move": "take"}, "decision_required"),
        ({"move": "moo"}, "malformed_move"),
    ):
        body = problem(alice.post(path, asked), 409 if code.startswith("not") else 422, code)
        assert (body["version"], body["decision"]) == (view["version"], view["decision"])
    body = problem(bob.post(path, {"decision": "x", "move": "take"}), 409, "not_your_decision")
    assert (body["version"], body["decision"]) == (view["version"], None)


def bob_s(view):
    """Return the id that a decision of the other seat would have."""
    game, _, opened = view["decision"]["id"].split("-")
    return f"{game}-1-{opened}"


@pytest.mark.parametrize("move", ["", " ", "7.2 ", "x" * 5000, "ü", "TAKE", "take\n", "7.2>L", "S"])
def test_what_is_no_text_of_a_move_is_malformed(alice, bob, move):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]["id"]
    response = alice.post(f"/games/{game}/moves", {"decision": decision, "move": move})
    assert problem(response, 422, "malformed_move")["errors"][0]["pointer"] == "/move"


@pytest.mark.parametrize("bad", [None, 7, 7.5, True, [], {}, ["7.2"]])
@pytest.mark.parametrize("name", ["move", "decision"])
def test_both_fields_are_texts(alice, bob, name, bad):
    game = seated(alice, bob)
    asked = {"move": "take", "decision": "x", name: bad}
    body = problem(alice.post(f"/games/{game}/moves", asked), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == [f"/{name}"]


def test_a_replay_comes_before_every_other_answer(alice, bob):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    first = alice.post(f"/games/{game}/moves", asked).json()
    bob.post(f"/games/{game}/resign")
    again = alice.post(f"/games/{game}/moves", asked)
    assert again.status_code == 200
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["events"] == first["events"]
    assert again.json()["game"]["status"] == "finished"
    other = {**asked, "move": decision["legal_moves"][1]}
    problem(alice.post(f"/games/{game}/moves", other), 409, "decision_already_made")
    problem(alice.post(f"/games/{game}/moves", {**asked, "decision": "x"}), 409, "game_over")
    problem(bob.post(f"/games/{game}/moves", asked), 409, "game_over")


def test_a_copy_by_another_seat_is_no_replay(alice, bob, mallory):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    alice.post(f"/games/{game}/moves", asked)
    problem(bob.post(f"/games/{game}/moves", asked), 409, "not_your_decision")
    body = problem(mallory.post(f"/games/{game}/moves", asked), 403, "not_seated")
    assert body["decision"] is None
    problem(Caller().post(f"/games/{game}/moves", asked), 401, "token_missing")


def test_a_decision_closed_by_the_end_of_the_game_says_by_what(alice, bob):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    bob.post(f"/games/{game}/resign")
    end = alice.view(game)["version"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    body = problem(alice.post(f"/games/{game}/moves", asked), 409, "decision_closed")
    assert body["closed_by"] <= end
    assert body["version"] == end
    assert body["decision"] is None


def test_a_second_token_of_the_player_repeats_the_move_too(alice, bob):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    alice.post(f"/games/{game}/moves", asked)
    again = key_for(alice, "games:play").post(f"/games/{game}/moves", asked)
    assert again.status_code == 200


def test_five_refused_moves_of_a_bot_expire_its_decision(alice, bob):
    game = seated(alice, bob)
    path, view = f"/games/{game}/moves", alice.view(game)
    asked = {"decision": view["decision"]["id"], "move": "take"}
    for _ in range(3):
        problem(alice.post(path, {**asked, "decision": "x"}), 409, "not_your_decision")
    for _ in range(4):
        assert problem(alice.post(path, asked), 422, "illegal_move")["decision"] is not None
    body = problem(alice.post(path, {**asked, "move": "moo"}), 422, "malformed_move")
    assert body["decision"] is None
    assert body["version"] > view["version"]
    events = alice.get(f"/games/{game}/events?after={view['version']}").json()["items"]
    assert events[0]["type"] == "DecisionExpired"
    assert events[0]["data"]["reason"] == "refusals"
    assert events[0]["cause"] == "expiry"


def test_a_move_takes_two_statements_with_the_look_at_the_token(
    alice, bob, django_assert_num_queries
):
    game = seated(alice, bob)
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    with django_assert_num_queries(2):
        assert alice.post(f"/games/{game}/moves", asked).status_code == 201
    with django_assert_num_queries(2):  # load, its events
        assert alice.post(f"/games/{game}/moves", asked).status_code == 200
