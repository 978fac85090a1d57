"""POST /games/{id}/moves: answering a decision (api.md 5)."""

from tests.cast import problem


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
