"""POST /games/{id}/rematch: one successor, whoever asks first (S61)."""

from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tests.accounts.people import open_person
from tests.cast import problem
from tests.tables import given_up, seated


def finished(alice, bob, **fields):
    game = alice.create("me", "open", "random", **fields)["id"]
    bob.join(game)
    alice.post(f"/games/{game}/resign")
    bob.post(f"/games/{game}/resign")
    return game


def test_a_rematch_has_the_same_seats_and_options_and_the_next_first_seat(alice, bob):
    game = finished(alice, bob, options={"limit": 40, "first_seat": 2})
    before = alice.view(game)
    response = alice.post(f"/games/{game}/rematch")
    assert response.status_code == 201
    after = response.json()
    assert after["options"] == {"limit": 40, "first_seat": 0}
    assert [seat["name"] for seat in after["seats"]] == [seat["name"] for seat in before["seats"]]
    assert after["time_control"] == before["time_control"]
    assert after["status"] == "running"


def test_the_two_games_name_each_other(alice, bob):
    game = finished(alice, bob)
    after = alice.post(f"/games/{game}/rematch").json()
    assert after["rematch_of"] == game
    assert alice.view(game)["rematch"] == after["id"]


def test_who_asks_second_gets_the_same_game(alice, bob):
    game = finished(alice, bob)
    first = alice.post(f"/games/{game}/rematch").json()
    second = bob.post(f"/games/{game}/rematch")
    assert second.status_code == 200
    assert second.json()["id"] == first["id"]
    assert second.json()["you"] == {"seat": 1}


def test_many_who_ask_at_once_get_one_game(alice, bob):
    game = finished(alice, bob)

    def ask(caller):
        try:
            return caller.post(f"/games/{game}/rematch")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, [alice, bob] * 4))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_there_is_no_rematch_of_a_game_that_is_not_over(alice, bob, mallory):
    game = alice.create("me", "open")["id"]
    problem(alice.post(f"/games/{game}/rematch"), 409, "game_not_running")
    bob.join(game)
    problem(bob.post(f"/games/{game}/rematch"), 409, "game_running")
    problem(mallory.post(f"/games/{game}/rematch"), 403, "not_seated")


def test_people_are_asked_and_asking_too_accepts(database):
    ann, ben, eve = open_person(), open_person(), open_person()
    game = seated(ann, ben, eve)
    for one in (ann, ben):
        one.post(f"/games/{game}/resign")
    after = ann.post(f"/games/{game}/rematch").json()
    assert [seat["kind"] for seat in after["seats"]] == ["person", "invited", "invited"]
    joined = ben.post(f"/games/{game}/rematch")
    assert (joined.status_code, joined.json()["you"]) == (200, {"seat": 1})
    assert "Idempotency-Replayed" not in joined
    accepted = eve.post(f"/games/{game}/rematch")
    assert accepted.status_code == 200
    assert (accepted.json()["id"], accepted.json()["status"]) == (after["id"], "running")


def test_who_does_not_want_to_meet_again_leaves_an_open_seat(database):
    ann, ben = open_person(), open_person()
    game = given_up(ann, ben)
    assert ben.request("PUT", f"/me/blocks/{ann.name}").status_code == 204
    after = ann.post(f"/games/{game}/rematch").json()
    assert [seat["kind"] for seat in after["seats"]] == ["person", "open"]


def test_a_first_seat_that_was_never_drawn_stays_to_be_drawn(alice):
    game = alice.create("me", "open", options={"first_seat": "random"})["id"]
    alice.post(f"/games/{game}/abort")
    after = alice.post(f"/games/{game}/rematch").json()
    assert after["options"]["first_seat"] == "random"


def test_a_private_rematch_is_nothing_for_who_has_declined_it(database):
    ann, ben = open_person(), open_person()
    seats = [{"kind": "me"}, {"kind": "invite", "account": ben.name}]
    made = ann.post("/games", {"ruleset": "mow", "seats": seats, "private": True})
    game = made.json()["id"]
    ben.post(f"/games/{game}/invitation", {"accept": True})
    ann.post(f"/games/{game}/resign")
    after = ann.post(f"/games/{game}/rematch").json()["id"]
    ben.post(f"/games/{after}/invitation", {"accept": False})
    problem(ben.get(f"/games/{after}"), 404, "not_found")
    body = problem(ben.post(f"/games/{game}/rematch"), 404, "not_found")
    assert after not in str(body)
