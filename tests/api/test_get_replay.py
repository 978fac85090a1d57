"""GET /games/{id}/replay: the file of a finished game (api.md 7)."""

import hashlib

import pytest

from games.engine.cards import Card
from games.engine.registry import find_ruleset
from tests.cast import Caller, problem
from tests.tables import QUICK, given_up, played_out, seated, whole_log

FIELDS = {
    "format",
    "id",
    "ruleset",
    "rules_version",
    "seats",
    "options",
    "shuffles",
    "moves",
    "events",
    "result",
    "names",
    "holders",
    "position_hash",
    "pack",
    "proof",
}
EVENT = {"version", "type", "at", "seat", "cause", "data", "schema_version"}
SECRETS = {"payload", "salt", "hash"}


def test_the_whole_file(alice, bob, mallory):
    game = played_out(alice, bob)
    response = Caller().get(f"/games/{game}/replay")
    assert response.status_code == 200
    file = response.json()
    assert set(file) == FIELDS
    assert file["format"] == "herdbook-replay/1"
    assert file["seats"] == 2
    assert file["options"] == {**QUICK, "first_seat": 0}
    assert file["names"] == [alice.name, bob.name]
    assert file["result"] == alice.view(game)["outcome"]
    assert [event["version"] for event in file["events"]] == list(
        range(1, alice.view(game)["version"] + 1)
    )
    assert all(set(event) == EVENT | SECRETS for event in file["events"])
    assert mallory.get(f"/games/{game}/replay").content == response.content


def _cards(pack, codes):
    taken: set[Card] = set()
    return [pack.take(code, taken) for code in codes]


def test_shuffles_and_moves_are_enough_to_play_it_again(alice, bob):
    game = played_out(alice, bob)
    file = alice.get(f"/games/{game}/replay").json()
    rules = find_ruleset("mow")
    assert all(set(shuffle) == {"version", "purpose", "order"} for shuffle in file["shuffles"])
    assert all(set(m) == {"version", "seat", "move", "cause", "at"} for m in file["moves"])
    orders = [_cards(rules.pack, shuffle["order"]) for shuffle in file["shuffles"]]

    class Recorded:
        def shuffle(self, cards, purpose):
            return orders.pop(0)

    chance = Recorded()
    options = rules.parse_options(file["options"], 2)
    state = rules.blank(options, 2)
    for event in rules.deal(options, 2, chance):
        rules.evolve(state, event)
    for move in file["moves"]:
        for event in rules.decide(state, move["seat"], rules.parse_move(move["move"]), chance):
            rules.evolve(state, event)
    assert not orders
    outcome = rules.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == file["result"]["scores"]


def test_the_hashed_texts_are_there(alice, bob):
    file = alice.get(f"/games/{played_out(alice, bob)}/replay").json()
    assert len({event["hash"] for event in file["events"]}) == len(file["events"])
    assert all(len(event["hash"]) == hashlib.sha256().digest_size * 2 for event in file["events"])


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_s_replay_shows_no_more_than_it_saw(alice, bob, seat):
    game = played_out(alice, bob)
    owner = (alice, bob)[seat]
    file = Caller().get(f"/games/{game}/replay?seat={seat}").json()
    assert set(file) == FIELDS - {"pack", "proof"}
    assert all(set(event) == EVENT for event in file["events"])
    shown = [{k: v for k, v in e.items() if k != "schema_version"} for e in file["events"]]
    assert shown == whole_log(owner, game)
    assert file["shuffles"] == []
    assert file["position_hash"] is None
    # In Mow every move is played openly (rules.md 1.11).
    assert file["moves"] == Caller().get(f"/games/{game}/replay").json()["moves"]
    assert {move["seat"] for move in file["moves"]} == {0, 1}


def test_only_after_the_end(alice, bob):
    running, waiting = seated(alice, bob), alice.create("me", "open")["id"]
    for game in (running, waiting):
        for query in ("", "?seat=0", "?seat=9"):
            problem(alice.get(f"/games/{game}/replay{query}"), 409, "game_running")


@pytest.mark.parametrize("seat", ["2", "9", "10", "-1", "x", ""])
def test_a_seat_there_is_not_is_refused(alice, bob, seat):
    game = given_up(alice, bob)
    body = problem(alice.get(f"/games/{game}/replay?seat={seat}"), 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/seat"


def test_an_aborted_game_has_one_too(alice):
    game = alice.create("me", "open")["id"]
    alice.post(f"/games/{game}/abort")
    file = alice.get(f"/games/{game}/replay").json()
    assert set(file) == FIELDS
    assert file["names"] == [alice.name, None]
    assert file["result"]["reason"] == "aborted"
    assert file["moves"] == file["shuffles"] == []


def test_query_count(alice, bob, django_assert_num_queries):
    game = given_up(alice, bob)
    with django_assert_num_queries(5):  # token, game, events, hashed texts, holders
        alice.get(f"/games/{game}/replay")
