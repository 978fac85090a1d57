"""GET /games/{id}/proof: commitments while a game runs, the secret once it is over."""

import hashlib

import pytest
from herdbook.verifying import verify

from games.store.models import Game
from tests.cast import Caller, problem
from tests.entropy import commitment_of, entropy_of
from tests.tables import QUICK, given_up, seated, turns

FIELDS = {
    "format",
    "id",
    "ruleset",
    "rules_version",
    "seats",
    "status",
    "commitment",
    "secret",
    "entropy",
    "deals",
}


def proof(viewer, game):
    response = viewer.get(f"/games/{game}/proof")
    assert response.status_code == 200
    return response.json()


def test_while_the_game_runs_it_holds_public_facts_only(alice, bob, mallory):
    game = seated(alice, bob)
    shown = [proof(viewer, game) for viewer in (alice, bob, mallory, Caller())]
    assert all(one == shown[0] for one in shown)
    assert set(shown[0]) == FIELDS
    assert shown[0]["secret"] is None
    log = alice.get(f"/games/{game}/events").json()["items"]
    assert shown[0]["commitment"] == log[0]["data"]["commitment"]
    assert shown[0]["deals"] == [{"version": 6, **log[5]["data"]}]
    assert shown[0]["entropy"] == []


def test_after_the_end_the_secret_is_there_and_fits(alice, bob):
    game = given_up(alice, bob)
    shown = proof(Caller(), game)
    assert bytes.fromhex(shown["secret"]) == bytes(Game.objects.get(id=game).secret)
    assert hashlib.sha256(bytes.fromhex(shown["secret"])).hexdigest() == shown["commitment"]
    assert alice.get(f"/games/{game}/replay").json()["proof"] == shown


def test_entropy_stands_in_it_from_its_reveal_on(alice, bob):
    game = alice.create({"kind": "me", "commitment": commitment_of(0)}, "open", options=QUICK)["id"]
    promised = {"seat": 0, "commitment": commitment_of(0), "entropy": None}
    assert proof(bob, game)["entropy"] == [promised]
    bob.join(game)
    alice.post(f"/games/{game}/seats/me/entropy", {"entropy": entropy_of(0)})
    assert proof(bob, game)["entropy"] == [{**promised, "entropy": entropy_of(0)}]
    for _ in turns(game, alice, bob):
        pass
    assert "added entropy of their own: 0." in " ".join(
        verify(bob.get(f"/games/{game}/replay").json())
    )


def test_each_deal_of_later_rounds_is_sealed_too(alice, bob):
    # More flies than the pack has: no round alone can end it.
    game = seated(alice, bob, options={"limit": 75})
    for _ in turns(game, alice, bob):
        pass
    replay = alice.get(f"/games/{game}/replay").json()
    dealt = [one["version"] for one in replay["events"] if one["type"] == "RoundDealt"]
    deals = replay["proof"]["deals"]
    assert len(dealt) > 1
    assert [one["version"] for one in deals] == [version + 1 for version in dealt]
    assert [one["number"] for one in deals] == list(range(len(dealt)))
    assert len({one["root"] for one in deals}) == len(dealt)
    verify(replay)


@pytest.mark.parametrize("ends", [False, True])
def test_one_that_never_started_has_a_proof_without_deals(alice, ends):
    game = alice.create("me", "open")["id"]
    if ends:
        alice.post(f"/games/{game}/abort")
        verify(alice.get(f"/games/{game}/replay").json())
    shown = proof(alice, game)
    assert (shown["deals"], shown["secret"] is not None) == ([], ends)


def test_a_private_game_of_others_is_not_there(alice, mallory):
    game = alice.create("me", "random", private=True)["id"]
    for viewer in (mallory, Caller()):
        problem(viewer.get(f"/games/{game}/proof"), 404, "not_found")
    assert proof(alice, game)["id"] == game
