"""POST /games/{id}/undo: going back by consent, as long as nobody learned anything (S75, F48)."""

from uuid import UUID

import pytest

from games.verifying.regression import Result, replay_game
from games.verifying.verify import verify_game
from tests.cast import Caller, Player, problem
from tests.e2e.refolding import replay_by_rules
from tests.farmyard import Deal, deal_from, farmyard
from tests.tables import given_up, seated, turns, whole_log


@pytest.fixture
def game(alice, bob, mallory, monkeypatch) -> str:
    """A game of Farmyard Cries in which alice (seat 0) has called a swap."""
    deal_from(monkeypatch, Deal.PLAIN)
    game = farmyard(alice, bob, mallory)
    assert alice.move(game, "swap").status_code == 201
    return game


def undo(player: Caller, game: str, **body: object):
    return player.post(f"/games/{game}/undo", body)


def impossible(response, reason: str) -> None:
    assert problem(response, 409, "undo_impossible")["reason"] == reason


def without_time(view: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in view.items() if name != "server_now"}


def test_the_game_goes_back_when_all_who_play_agree(game, alice, bob, mallory):
    swap = alice.view(game)
    before = swap["undo"]
    assert before == {
        "possible": True,
        "reason": None,
        "to_version": swap["version"] - 1,
        "consents": [],
        "waiting_for": [],
    }
    asked = undo(alice, game)
    assert asked.status_code == 200
    assert asked.json()["undo"] == {
        "possible": False,
        "reason": "waiting",
        "to_version": before["to_version"],
        "consents": [0],
        "waiting_for": [1, 2],
    }
    agreed = undo(bob, game, to_version=before["to_version"]).json()["undo"]
    assert (agreed["consents"], agreed["waiting_for"]) == ([0, 1], [2])
    view = undo(mallory, game).json()
    assert [one["kind"] for one in view["deciding"]] == ["turn"]
    assert view["table"]["phase"] == "turn"
    assert (view["undo"]["reason"], view["undo"]["consents"]) == ("revealed", [])
    *_, request, first, second, undone = whole_log(Caller(), game)
    assert [(one["type"], one["seat"]) for one in (request, first, second, undone)] == [
        ("UndoRequested", 0),
        ("UndoConsented", 1),
        ("UndoConsented", 2),
        ("MoveUndone", 0),
    ]
    assert undone["data"] == request["data"] == {"to_version": before["to_version"]}
    assert alice.move(game, "swap").status_code == 201


def test_others_keep_their_decisions_and_a_new_one_has_a_new_id_and_its_whole_time(
    game, alice, bob, mallory
):
    owed = bob.view(game)["decision"]
    first = mallory.view(game)["decision"]
    sealed = mallory.move(game)
    assert sealed.status_code == 201
    undo(mallory, game)
    undo(alice, game)
    view = undo(bob, game).json()
    assert view["decision"] == owed
    again = mallory.view(game)["decision"]
    assert again["id"] != first["id"]
    assert again["legal_moves"] == first["legal_moves"]
    assert again["deadline_at"] > first["deadline_at"]
    path, other = f"/games/{game}/moves", first["legal_moves"][1]
    problem(
        mallory.post(path, {"decision": first["id"], "move": other}), 409, "decision_already_made"
    )
    assert mallory.post(path, {"decision": again["id"], "move": other}).status_code == 201


def test_a_decision_that_the_undo_closed_says_by_what(game, alice, bob, mallory):
    owed = bob.view(game)["decision"]
    for player in (alice, mallory, bob):
        undo(player, game)
    asked = {"decision": owed["id"], "move": owed["legal_moves"][0]}
    body = problem(bob.post(f"/games/{game}/moves", asked), 409, "decision_closed")
    assert whole_log(bob, game)[body["closed_by"] - 1]["type"] in {"UndoConsented", "MoveUndone"}


def test_a_move_makes_a_consent_void(game, alice, bob, mallory):
    to_version = undo(alice, game).json()["undo"]["to_version"]
    undo(bob, game, to_version=to_version)
    assert bob.move(game).status_code == 201
    assert alice.view(game)["undo"]["consents"] == []
    # Who meant the undo that is gone does not ask for another one by accident.
    impossible(undo(bob, game, to_version=to_version), "other_version")
    impossible(undo(mallory, game, to_version=to_version), "revealed")


def test_an_undo_goes_back_before_the_last_move_of_who_asks(game, alice, bob, mallory):
    start = alice.view(game)["version"]
    for player in (alice, bob):
        assert player.move(game).status_code == 201
    assert alice.view(game)["undo"]["to_version"] == start
    assert bob.view(game)["undo"]["to_version"] == start + 1
    assert mallory.view(game)["undo"]["reason"] == "revealed"
    for player in (alice, bob, mallory):
        undo(player, game)
    view = alice.view(game)
    assert view["table"]["chosen"] == []
    assert view["undo"]["to_version"] == start - 1
    assert {one["seat"] for one in view["deciding"]} == {0, 1, 2}


def test_declined_is_declined_until_the_next_move(game, alice, bob, mallory):
    impossible(undo(bob, game, consent=False), "not_asked")
    undo(alice, game)
    view = undo(bob, game, consent=False).json()
    assert view["undo"]["consents"] == []
    assert whole_log(bob, game)[-1]["type"] == "UndoDeclined"
    for player in (alice, bob, mallory):
        impossible(undo(player, game), "declined")
    assert mallory.move(game).status_code == 201
    assert undo(mallory, game).status_code == 200
    # It is taken back as it is declined.
    assert undo(mallory, game, consent=False).json()["undo"]["reason"] == "declined"


def test_a_card_that_was_played_or_drawn_cannot_be_taken_back(alice, bob):
    game = seated(alice, bob)
    assert alice.view(game)["undo"]["reason"] == "revealed"
    alice.move(game)
    version = alice.view(game)["version"]
    impossible(undo(alice, game), "revealed")
    assert alice.view(game)["version"] == version
    bob.move(game, "take")
    assert bob.view(game)["undo"]["possible"]
    undo(bob, game)
    view = undo(alice, game).json()
    assert view["table"]["turn"] == 1
    assert view["table"]["stable_sizes"] == [0, 0]


@pytest.mark.parametrize("ruleset", ["family-favourites", "tortoise"])
def test_where_every_move_shows_something_the_view_says_never(alice, bob, ruleset):
    game = seated(alice, bob, ruleset=ruleset)
    assert alice.view(game)["undo"] == {
        "possible": False,
        "reason": "never",
        "to_version": None,
        "consents": [],
        "waiting_for": [],
    }
    impossible(undo(alice, game), "never")


def test_the_house_is_not_asked(alice):
    game = alice.create("me", "random", ruleset="farmyard-cries", options={"first_seat": 0})["id"]
    alice.move(game, "swap")
    view = undo(alice, game).json()
    assert view["decision"]["kind"] == "turn"
    assert [one["type"] for one in whole_log(alice, game)[-2:]] == ["UndoRequested", "MoveUndone"]


def test_refusals(game, alice, bob, database):
    stranger = Caller()
    problem(undo(stranger, game), 401, "token_missing")
    outsider = Player(token=alice.token)  # the same account: seated
    assert undo(outsider, game, to_version=1).status_code == 409
    problem(undo(alice, "00000000-0000-0000-0000-000000000000"), 404, "not_found")
    problem(undo(alice, given_up(alice, bob)), 409, "game_over")
    problem(undo(alice, alice.create("me", "open")["id"]), 409, "game_not_running")
    for body in ({"consent": "yes"}, {"to_version": 0}, {"to_version": "1"}, {"consent": None}):
        problem(undo(alice, game, **body), 422, "invalid_request")
    problem(undo(alice, game, version=3), 400, "unknown_field")


def test_who_watches_sees_what_was_asked_and_has_no_say(alice, bob, mallory):
    game = seated(alice, bob)
    alice.move(game)
    bob.move(game, "take")
    problem(undo(mallory, game), 403, "not_seated")
    undo(bob, game)
    for viewer in (mallory, Caller()):
        seen = viewer.get(f"/games/{game}").json()["undo"]
        assert seen["reason"] == "not_seated"
        assert (seen["consents"], seen["waiting_for"]) == ([1], [0])


def test_who_gave_up_or_is_away_has_no_say_and_blocks_nothing(game, alice, bob, mallory):
    assert bob.post(f"/games/{game}/resign").status_code == 200
    problem(undo(bob, game), 409, "seat_resigned")
    assert undo(alice, game).json()["undo"]["waiting_for"] == [2]
    assert undo(mallory, game).json()["table"]["phase"] == "turn"


def test_a_key_makes_it_repeatable(game, alice, bob, mallory):
    undo(alice, game)
    undo(bob, game)
    once = mallory.post(f"/games/{game}/undo", {}, Idempotency_Key="back")
    again = mallory.post(f"/games/{game}/undo", {}, Idempotency_Key="back")
    assert once.status_code == again.status_code == 200
    assert again["Idempotency-Replayed"] == "true"
    assert [one["type"] for one in whole_log(alice, game)].count("MoveUndone") == 1
    body = problem(
        mallory.post(f"/games/{game}/undo", {"consent": False}, Idempotency_Key="back"),
        422,
        "idempotency_key_reused",
    )
    assert body["version"] == alice.view(game)["version"]


def test_the_view_changes_with_its_etag_alone(game, alice, bob):
    first = bob.get(f"/games/{game}")
    same = bob.get(f"/games/{game}", If_None_Match=first["ETag"])
    assert same.status_code == 304
    undo(alice, game)
    changed = bob.get(f"/games/{game}", If_None_Match=first["ETag"])
    assert changed.status_code == 200
    assert changed.json()["undo"] != first.json()["undo"]
    assert without_time(bob.view(game)) == without_time(changed.json())


def test_query_count(game, alice, django_assert_num_queries):
    with django_assert_num_queries(3):
        undo(alice, game)


def test_a_replay_with_undone_moves_plays_again_and_can_be_imported(game, alice, bob, mallory):
    """S48: the log alone says what was undone, and everything that folds it agrees."""
    players = (alice, bob, mallory)
    bob.move(game)
    alice.move(game)
    for player in (alice, bob, mallory):
        undo(player, game)
    alice.move(game)
    undo(alice, game)
    undo(bob, game)
    undo(mallory, game)
    for player in (alice, mallory):
        player.move(game)
    for player in (bob, mallory):
        assert player.post(f"/games/{game}/resign").status_code == 200
    assert alice.view(game)["undo"]["reason"] == "not_running"
    file = alice.get(f"/games/{game}/replay").json()
    undone = [move["move"].partition(":")[0] for move in file["moves"] if move.get("undone")]
    assert undone == ["pass", "pass"]
    assert replay_by_rules(file) == file["position_hash"]
    view = alice.post("/imports", file).json()
    again = alice.get(f"/games/{view['id']}/replay").json()
    assert again["position_hash"] == file["position_hash"]
    assert [move.get("undone") for move in again["moves"]] == [
        move.get("undone") for move in file["moves"]
    ]
    for one in (game, view["id"]):
        assert verify_game(UUID(one)).findings == []
        replayed = replay_game(UUID(one))
        assert replayed is not None
        assert (replayed.findings, replayed.result) == ([], Result.SAME)
    assert len(players) == file["seats"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"data": {"to_version": 1}}, ""),
        ({"seat": 1}, ""),
        ({"type": "UndoConsented", "data": {}}, ""),
    ],
)
def test_an_undo_that_cannot_be_is_not_imported(game, alice, bob, mallory, change, pointer):
    for player in (alice, bob, mallory):
        undo(player, game)
    for player in (bob, mallory):
        player.post(f"/games/{game}/resign")
    file = alice.get(f"/games/{game}/replay").json()
    place = next(at for at, one in enumerate(file["events"]) if one["type"] == "MoveUndone")
    file["events"][place] |= change
    body = problem(alice.post("/imports", file), 422, "bad_replay")
    assert body["errors"][0]["pointer"].startswith(f"/events/{place}{pointer}")


def test_a_whole_game_is_played_to_its_end_with_undos_in_it(alice, bob):
    game = seated(alice, bob, options={"limit": 10})
    players, undone = (alice, bob), 0
    for answer in turns(game, alice, bob):
        if answer["events"][0]["type"] == "HerdTaken" and answer["game"]["decision"] and undone < 5:
            seat = answer["events"][0]["seat"]
            assert undo(players[seat], game).status_code == 200
            assert undo(players[1 - seat], game).status_code == 200
            undone += 1
    assert alice.view(game)["status"] == "finished"
    file = alice.get(f"/games/{game}/replay").json()
    assert sum(move.get("undone", False) for move in file["moves"]) == undone > 0
    assert replay_by_rules(file) == file["position_hash"]
    assert alice.post("/imports", file).json()["outcome"] == file["result"]
