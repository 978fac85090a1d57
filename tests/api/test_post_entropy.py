"""POST /games/{id}/seats/me/entropy, and the commitments before it."""

import pytest

from games.services import deadlines
from tests.cast import Caller, problem
from tests.entropy import commitment_of, entropy_of
from tests.tables import seated


def waiting(alice, bob, *, bob_commits=True):
    """Make a game that waits for the entropy of its seats."""
    game = alice.create({"kind": "me", "commitment": commitment_of(0)}, "open")["id"]
    bob.join(game, **({"commitment": commitment_of(1)} if bob_commits else {}))
    return game


def reveal(player, game, seat, **headers):
    body = {"entropy": entropy_of(seat)}
    return player.post(f"/games/{game}/seats/me/entropy", body, **headers)


def test_the_view_says_what_is_waited_for(alice, bob, mallory):
    game = waiting(alice, bob)
    for viewer in (alice, bob, mallory, Caller()):
        view = viewer.get(f"/games/{game}").json()
        assert (view["status"], view["table"], view["decision"]) == ("open", None, None)
        assert [(one["seat"], one["kind"]) for one in view["deciding"]] == [
            (0, "reveal"),
            (1, "reveal"),
        ]
    listed = alice.get("/me/turns").json()
    assert (listed["count"], listed["items"], listed["next"]) == (0, [], None)
    assert alice.get("/me/turns/next").status_code == 204
    listed = alice.get("/games?mine=true&open=true").json()["items"]
    assert listed == []
    assert [one["id"] for one in alice.get("/games?mine=true&status=open").json()["items"]] == [
        game
    ]
    problem(mallory.post(f"/games/{game}/seats", {}), 409, "game_full")
    problem(alice.post(f"/games/{game}/moves", {"move": "take"}), 409, "game_not_running")


def test_the_last_reveal_starts_the_game(alice, bob):
    game = waiting(alice, bob)
    response = reveal(alice, game, 0)
    assert response.status_code == 200
    assert [one["seat"] for one in response.json()["deciding"]] == [1]
    view = reveal(bob, game, 1).json()
    assert (view["status"], len(view["table"]["hand"])) == ("running", 5)
    log = alice.get(f"/games/{game}/events").json()["items"]
    shown = {one["type"]: one["data"] for one in log if one["seat"] in {None, 1}}
    assert shown["RevealsAwaited"] == {"seconds": 60}
    assert shown["EntropyRevealed"] == {"entropy": entropy_of(1)}
    assert shown["SeatTaken"] == {"kind": "bot", "commitment": commitment_of(1)}
    assert set(shown["DealSealed"]) == {"number", "root"}


def test_against_the_house_it_takes_one_request_more(alice):
    mine = {"kind": "me", "commitment": commitment_of(0)}
    game = alice.create(mine, "random")
    assert game["status"] == "open"
    view = reveal(alice, game["id"], 0).json()
    assert view["decision"]["legal_moves"]


def test_who_accepts_an_invitation_can_commit(alice, bob):
    game = alice.create("me", {"kind": "invite", "account": bob.name})["id"]
    accepts = {"accept": True, "commitment": commitment_of(1)}
    assert bob.post(f"/games/{game}/invitation", accepts).status_code == 200
    assert reveal(bob, game, 1).json()["status"] == "running"


def test_who_declines_cannot(alice, bob):
    game = alice.create("me", {"kind": "invite", "account": bob.name})["id"]
    declines = {"accept": False, "commitment": commitment_of(1)}
    body = problem(bob.post(f"/games/{game}/invitation", declines), 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/commitment"
    assert alice.view(game)["seats"][1]["kind"] == "invited"


def test_copies_are_answered_as_the_first(alice, bob):
    game = waiting(alice, bob)
    for headers in ({}, {"Idempotency_Key": "k"}):
        reveal(alice, game, 0, **headers)
        again = reveal(alice, game, 0, **headers)
        assert again.status_code == 200
        assert again["Idempotency-Replayed"] == "true"


def test_what_is_refused(alice, bob, mallory, clock, settings):
    game = waiting(alice, bob, bob_commits=False)
    version = alice.view(game)["version"]
    problem(reveal(alice, game, 1), 422, "wrong_entropy")
    problem(reveal(bob, game, 1), 409, "no_commitment")
    problem(reveal(mallory, game, 0), 403, "not_seated")
    assert alice.view(game)["version"] == version
    clock.advance(settings.HERDBOOK_REVEAL_SECONDS + 1)
    problem(reveal(alice, game, 0), 409, "decision_expired")
    deadlines.sweep()
    problem(reveal(alice, game, 0), 409, "game_started")
    alice.post(f"/games/{game}/resign")
    problem(reveal(alice, game, 0), 409, "game_over")


def test_too_early_and_too_late_to_commit(alice, bob, mallory):
    game = alice.create({"kind": "me", "commitment": commitment_of(0)}, "open")["id"]
    problem(reveal(alice, game, 0), 409, "reveal_too_early")
    bob.join(game)
    reveal_less = alice.create({"kind": "me", "commitment": commitment_of(0)}, "open")["id"]
    bob.join(reveal_less, commitment=commitment_of(1))
    reveal(alice, reveal_less, 0)
    assert bob.delete(f"/games/{reveal_less}/seats/me").status_code == 204
    late = {"commitment": commitment_of(2)}
    problem(mallory.post(f"/games/{reveal_less}/seats", late), 409, "commitments_closed")
    assert mallory.join(reveal_less)["status"] == "running"


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, 7, None, "0" * 63 + "\n"]
)
def test_anything_but_64_small_hex_digits_is_refused(alice, bob, text):
    game = waiting(alice, bob)
    answer = alice.post(f"/games/{game}/seats/me/entropy", {"entropy": text})
    assert problem(answer, 422, "invalid_request")["errors"][0]["pointer"] == "/entropy"
    created = alice.create("me", "open")["id"]
    answer = bob.post(f"/games/{created}/seats", {"commitment": text})
    assert problem(answer, 422, "invalid_request")["errors"][0]["pointer"] == "/commitment"
    seats = [{"kind": "me", "commitment": text}, {"kind": "open"}]
    problem(alice.post("/games", {"ruleset": "mow", "seats": seats}), 422, "invalid_request")


def test_nobody_commits_for_others(alice):
    seats = [{"kind": "me"}, {"kind": "open", "commitment": commitment_of(1)}]
    body = problem(alice.post("/games", {"ruleset": "mow", "seats": seats}), 422, "bad_seats")
    assert body["errors"][0]["pointer"] == "/seats/1/commitment"


def test_a_private_game_of_others_is_not_there(alice, bob, mallory):
    mine = {"kind": "me", "commitment": commitment_of(0)}
    game = alice.create(mine, "random", private=True)["id"]
    problem(reveal(mallory, game, 0), 404, "not_found")


def test_without_commitments_a_game_starts_as_ever(alice, bob):
    game = seated(alice, bob)
    types = [one["type"] for one in alice.get(f"/games/{game}/events").json()["items"]]
    assert "RevealsAwaited" not in types
    assert alice.view(game)["decision"] is not None
