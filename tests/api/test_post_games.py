"""POST /games: making a game."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from games.services import opening
from games.store.models import Game
from tests.accounts.people import open_person
from tests.cast import Caller, problem
from tests.tables import seated

SEATS = [{"kind": "me"}, {"kind": "open"}]
BODY = {"ruleset": "mow", "seats": SEATS}
FULL = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "house", "strategy": "random"}]}

VIEW = {
    "id",
    "ruleset",
    "rules_version",
    "options",
    "status",
    "version",
    "rated",
    "private",
    "created_at",
    "started_at",
    "finished_at",
    "server_now",
    "time_control",
    "pause",
    "closes_at",
    "seats",
    "you",
    "table",
    "deciding",
    "decision",
    "free_moves",
    "undo",
    "outcome",
    "imported",
    "rematch",
    "rematch_of",
}
"""The fields of a game view (api.md 4)."""


def test_a_game_with_a_free_seat_is_open(alice):
    response = alice.post("/games", BODY)
    assert response.status_code == 201
    assert "Idempotency-Replayed" not in response
    view = response.json()
    assert set(view) == VIEW | {"abort_consent"}
    assert view["status"] == "open"
    assert view["version"] == 2
    assert view["you"] == {"seat": 0}
    assert view["rated"] is view["private"] is False
    assert view["started_at"] is view["finished_at"] is view["outcome"] is None
    assert view["table"] is view["decision"] is None
    assert view["deciding"] == view["free_moves"] == []
    assert view["time_control"] == {
        "kind": "per_move",
        "seconds": 86400,
        "on_expiry": "house-bot",
        "weekend_pause": None,
        "quiet_hours": True,
        "vacation": True,
        "pause_budget": {"seat": 0, "game": None},
    }
    assert view["seats"] == [
        {
            "seat": 0,
            "kind": "bot",
            "name": alice.name,
            "state": "playing",
            "score": 0,
            "offer": None,
        },
        {"seat": 1, "kind": "open", "name": None, "state": None, "score": 0, "offer": None},
    ]


def test_a_game_with_every_seat_held_runs(alice):
    view = alice.post("/games", FULL).json()
    assert view["status"] == "running"
    assert view["seats"][1] == {
        "seat": 1,
        "kind": "house",
        "name": "house-random",
        "strategy": "random",
        "state": "playing",
        "score": 0,
        "offer": None,
    }
    owed = view["decision"]
    assert set(owed) == {"id", "seat", "kind", "deadline_at", "legal_moves"}
    assert (owed["seat"], owed["kind"]) == (0, "turn")
    assert owed["legal_moves"]
    assert view["deciding"] == [
        {
            "seat": 0,
            "kind": "turn",
            "opened_at": view["started_at"],
            "deadline_at": owed["deadline_at"],
        }
    ]
    assert len(view["table"]["hand"]) == 5


def test_who_takes_no_seat_only_watches(alice):
    house = {"kind": "house", "strategy": "random"}
    view = alice.create(house, house)
    assert view["status"] == "running"
    assert view["you"] is view["decision"] is None
    assert view["table"]["hand"] is None


def test_seats_are_taken_in_the_order_given_and_options_are_filled_in(alice):
    view = alice.create("open", "me", options={"first_seat": 1, "limit": 50})
    assert view["you"] == {"seat": 1}
    assert view["options"] == {"first_seat": 1, "limit": 50}
    person = open_person()
    rated = person.create("me", "open", rated=True)
    assert rated["options"]["first_seat"] == "random"
    assert rated["time_control"]["on_expiry"] == "forfeit"
    three = person.create("me", "open", "open", rated=True)
    assert three["time_control"]["on_expiry"] == "house-bot"


def test_a_sandbox_plays_casual_games_only(alice):
    problem(alice.post("/games", {**BODY, "rated": True}), 403, "casual_only")
    game = open_person().create("me", "open", rated=True)["id"]
    problem(alice.post(f"/games/{game}/seats", {}), 403, "casual_only")


def test_a_random_first_seat_is_a_number_once_the_game_runs(alice, bob):
    game = seated(alice, bob, options={"first_seat": "random"})
    assert alice.view(game)["options"]["first_seat"] in {0, 1}


@pytest.mark.parametrize(
    ("changed", "code", "pointer"),
    [
        ({"ruleset": "chess"}, "invalid_request", "/ruleset"),
        ({"ruleset": None}, "invalid_request", "/ruleset"),
        ({"seats": []}, "invalid_request", "/seats"),
        ({"seats": [{"kind": "me"}]}, "bad_seats", "/seats"),
        ({"seats": [{"kind": "open"}] * 6}, "bad_seats", "/seats"),
        ({"seats": [{"kind": "me"}] * 2}, "bad_seats", "/seats"),
        ({"seats": [{"kind": "me"}, {"kind": "cow"}]}, "invalid_request", "/seats/1/kind"),
        ({"seats": [{"kind": "me"}, {}]}, "invalid_request", "/seats/1/kind"),
        ({"seats": [{"kind": "me"}, 7]}, "invalid_request", "/seats/1"),
        ({"seats": [{"kind": "me"}, {"kind": "house"}]}, "bad_seats", "/seats/1/strategy"),
        (
            {"seats": [{"kind": "me"}, {"kind": "house", "strategy": "genius"}]},
            "bad_seats",
            "/seats/1/strategy",
        ),
        (
            {"seats": [{"kind": "me", "strategy": "random"}, {"kind": "open"}]},
            "bad_seats",
            "/seats/0/strategy",
        ),
        (
            {"seats": [{"kind": "me"}, {"kind": "open", "account": "ann"}]},
            "bad_seats",
            "/seats/1/account",
        ),
        ({"options": {"limit": 0}}, "bad_options", "/options/limit"),
        ({"options": {"limit": "100"}}, "bad_options", "/options/limit"),
        ({"options": {"colour": "red"}}, "bad_options", "/options/colour"),
        ({"options": {"a/b~c": 1}}, "bad_options", "/options/a~1b~0c"),
        ({"options": {"": 1}}, "bad_options", "/options/"),
        ({"options": {"x` - at `$.limit": 1}}, "bad_options", "/options/x` - at `$.limit"),
        ({"options": {"first_seat": 2}}, "bad_options", "/options/first_seat"),
        ({"options": []}, "invalid_request", "/options"),
        ({"time_control": {"seconds": 0}}, "invalid_request", "/time_control/seconds"),
        ({"time_control": {"on_expiry": "cry"}}, "invalid_request", "/time_control/on_expiry"),
        ({"time_control": {"kind": "blitz"}}, "invalid_request", "/time_control/kind"),
        ({"rated": "yes"}, "invalid_request", "/rated"),
        ({"private": 1}, "invalid_request", "/private"),
    ],
    ids=str,
)
def test_what_cannot_be_used_is_refused_with_a_pointer(alice, changed, code, pointer):
    body = problem(alice.post("/games", {**BODY, **changed}), 422, code)
    assert [error["pointer"] for error in body["errors"]] == [pointer]
    assert "version" not in body


def test_unknown_fields_are_refused_at_every_level(alice):
    problem(alice.post("/games", {**BODY, "colour": "red"}), 400, "unknown_field")
    seats = [{"kind": "me", "colour": "red"}, {"kind": "open"}]
    problem(alice.post("/games", {**BODY, "seats": seats}), 400, "unknown_field")


def test_missing_fields_are_all_named(alice):
    body = problem(alice.post("/games", {}), 422, "invalid_request")
    assert {error["pointer"] for error in body["errors"]} == {"/ruleset", "/seats"}
    assert {error["code"] for error in body["errors"]} == {"required"}


def test_the_same_key_and_body_give_the_same_game(alice):
    first = alice.post("/games", {**BODY, "private": True}, Idempotency_Key="one")
    again = alice.post("/games", {"private": True, **BODY}, Idempotency_Key="one")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["id"] == first.json()["id"]
    assert "join_code" in first.json()
    assert "join_code" not in again.json()
    assert set(again.json()) == set(first.json()) - {"join_code"}


def test_the_same_key_with_another_body_is_refused(alice, bob):
    alice.post("/games", BODY, Idempotency_Key="one")
    response = alice.post("/games", FULL, Idempotency_Key="one")
    problem(response, 422, "idempotency_key_reused")
    assert bob.post("/games", FULL, Idempotency_Key="one").status_code == 201


def test_a_replay_shows_the_game_as_it_is_now(alice, bob):
    first = alice.post("/games", BODY, Idempotency_Key="one").json()
    bob.join(first["id"])
    assert alice.post("/games", BODY, Idempotency_Key="one").json()["status"] == "running"


def test_a_refused_request_does_not_use_its_key_up(alice):
    bad = {**BODY, "options": {"limit": -1}}
    problem(alice.post("/games", bad, Idempotency_Key="one"), 422, "bad_options")
    assert alice.post("/games", BODY, Idempotency_Key="one").status_code == 201


def test_a_key_lives_for_a_day(alice, clock):
    first = alice.post("/games", BODY, Idempotency_Key="one").json()
    clock.advance(25 * 3600)
    second = alice.post("/games", FULL, Idempotency_Key="one")
    assert second.status_code == 201
    assert second.json()["id"] != first["id"]


def test_ten_copies_at_once_make_one_game(alice):
    def send(_):
        try:
            return Caller(token=alice.token).post("/games", FULL, Idempotency_Key="ten")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(send, range(10)))
    assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
    (game,) = {answer.json()["id"] for answer in answers}
    assert list(
        Game.objects.filter(holders__account=alice.account).distinct().values_list("id")
    ) == [(Game.objects.get(id=game).id,)]


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "ü", "a\tb"])
def test_a_malformed_key_is_refused(alice, key):
    problem(alice.post("/games", BODY, Idempotency_Key=key), 400, "malformed_request")


def test_query_count(alice, django_assert_num_queries):
    alice.get("/time")
    with django_assert_num_queries(4):  # token; is it there; clock; append
        alice.post("/games", FULL)


def test_when_others_are_always_faster_it_may_be_asked_again(alice, monkeypatch):
    with monkeypatch.context() as busy:
        busy.setattr(opening, "TRIES", 0)
        refused = alice.post("/games", BODY, Idempotency_Key="again")
    assert problem(refused, 503, "busy")["retryable"] is True
    assert refused["Retry-After"] == "1"
    assert alice.post("/games", BODY, Idempotency_Key="again").status_code == 201


@pytest.mark.parametrize(
    ("changes", "pointer", "choices"),
    [
        (
            {"seats": [{"kind": "king"}, {"kind": "open"}]},
            "/seats/0/kind",
            "me, open, house, invite",
        ),
        ({"seats": [{"kind": 1}, {"kind": "open"}]}, "/seats/0/kind", "me, open, house, invite"),
        ({"time_control": {"kind": "blitz"}}, "/time_control/kind", "per_move, fischer"),
        ({"time_control": {"on_expiry": "lose"}}, "/time_control/on_expiry", "forfeit"),
    ],
)
def test_a_refused_choice_says_what_there_is_to_choose_from(alice, changes, pointer, choices):
    body = problem(alice.post("/games", {**BODY, **changes}), 422, "invalid_request")
    (error,) = body["errors"]
    assert error["pointer"] == pointer
    assert choices in error["detail"]


@pytest.mark.parametrize("first_seat", ["left", -1, 2, 1.0, None])
def test_a_refused_first_seat_says_which_there_are(alice, first_seat):
    body = problem(
        alice.post("/games", {**BODY, "options": {"first_seat": first_seat}}), 422, "bad_options"
    )
    assert body["errors"][0]["pointer"] == "/options/first_seat"


@pytest.mark.parametrize("part", [{"minutes": 3}, {"pause_budget": {"each": 60}}])
def test_a_member_that_a_time_control_has_not_is_an_unknown_field(alice, part):
    """F44: unknown fields are refused everywhere."""
    body = problem(alice.post("/games", {**BODY, "time_control": part}), 400, "unknown_field")
    assert "time_control" in body["detail"]
