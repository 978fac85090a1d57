"""POST /games/{id}/code: a new join code."""

from tests.cast import Caller, problem


def test_a_new_code_voids_the_old_one(alice, bob, mallory):
    game = alice.create("me", "open", "open", private=True)
    path = f"/games/{game['id']}"
    response = alice.post(f"{path}/code")
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    code = response.json()
    assert set(code) == {"join_code"}
    problem(bob.post(f"{path}/seats", {"code": game["join_code"]}), 404, "not_found")
    bob.join(game["id"], code=code["join_code"])
    problem(bob.post(f"{path}/code"), 403, "not_creator")
    problem(mallory.post(f"{path}/code"), 404, "not_found")
    problem(Caller().post(f"{path}/code"), 401, "token_missing")


def test_a_creator_without_a_seat_has_one_too(alice, bob):
    game = alice.create("open", "open", private=True)
    bob.join(game["id"], code=alice.post(f"/games/{game['id']}/code").json()["join_code"])


def test_it_takes_no_key(alice):
    game = alice.create("me", "open", private=True)["id"]
    response = alice.post(f"/games/{game}/code", Idempotency_Key="k")
    problem(response, 400, "idempotency_not_supported")


def test_only_an_open_private_game_has_one(alice, bob):
    public = alice.create("me", "open")["id"]
    problem(alice.post(f"/games/{public}/code"), 409, "not_private")
    problem(bob.post(f"/games/{public}/code"), 403, "not_creator")
    private = alice.create("me", "open", private=True)
    bob.join(private["id"], code=private["join_code"])
    problem(alice.post(f"/games/{private['id']}/code"), 409, "game_started")
    bob.post(f"/games/{private['id']}/resign")
    problem(alice.post(f"/games/{private['id']}/code"), 409, "game_over")


def test_query_count(alice, django_assert_num_queries):
    game = alice.create("me", "open", private=True)["id"]
    with django_assert_num_queries(7):  # token, game, clock; the code in one small transaction
        alice.post(f"/games/{game}/code")
