"""POST /games/{id}/pause and /resume: rests that everybody sees coming and going."""

import pytest

from tests.cast import problem
from tests.services.table import per_move
from tests.tables import seated

DAY = 86_400
BUDGET = {"time_control": per_move(DAY, "forfeit") | {"pause_budget": {"seat": 2 * DAY}}}


@pytest.fixture
def game(alice, bob) -> str:
    return seated(alice, bob, **BUDGET)


def test_everybody_sees_who_paused_and_until_when(game, alice, bob, mallory):
    owed = bob.view(game)["deciding"][0]
    paused = bob.post(f"/games/{game}/pause")
    assert paused.status_code == 200
    for viewer in (alice, bob, mallory):
        view = viewer.view(game)
        assert view["status"] == "paused"
        assert view["pause"] == paused.json()["pause"]
        assert (view["pause"]["seat"], view["pause"]["incident"]) == (1, None)
        assert view["deciding"] == [{**owed, "deadline_at": None}]
        assert (view["decision"], view["free_moves"]) == (None, [])
        assert [seat["pause_left"] for seat in view["seats"]] == [2 * DAY, 2 * DAY]
    assert alice.get("/me/turns").json()["count"] == 0
    resumed = bob.post(f"/games/{game}/resume")
    assert resumed.status_code == 200
    view = resumed.json()
    assert (view["status"], view["pause"]) == ("running", None)
    assert [seat["pause_left"] for seat in view["seats"]] == [2 * DAY, 2 * DAY - 300]
    assert alice.move(game).status_code == 201


def test_a_move_is_refused_while_the_game_rests(game, alice, bob):
    """S20: with 409, and the version; afterwards the same request is good."""
    decision = alice.view(game)["decision"]
    asked = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    bob.post(f"/games/{game}/pause")
    body = problem(alice.post(f"/games/{game}/moves", asked), 409, "game_paused")
    assert body["version"] == bob.view(game)["version"]
    bob.post(f"/games/{game}/resume")
    assert alice.post(f"/games/{game}/moves", asked).status_code == 201


def test_pause_and_resume_are_events_that_say_what_is_public(game, alice, bob, mallory):
    until = "2099-01-01T00:00:00Z"
    problem(alice.post(f"/games/{game}/pause", {"resume_at": until}), 409, "pause_budget_exhausted")
    view = alice.post(f"/games/{game}/pause").json()
    alice.post(f"/games/{game}/resume")
    paused, resumed = mallory.get(f"/games/{game}/events?after={view['version'] - 1}").json()[
        "items"
    ]
    assert (paused["type"], paused["seat"]) == ("GamePaused", 0)
    assert paused["data"] == {"resume_at": view["pause"]["resume_at"]}
    assert (resumed["type"], resumed["seat"], resumed["data"]) == ("GameResumed", 0, {})


def test_who_may_not_is_told_why(game, alice, bob, mallory):
    for path in ("pause", "resume"):
        problem(mallory.post(f"/games/{game}/{path}"), 403, "not_seated")
    problem(bob.post(f"/games/{game}/resume"), 409, "not_paused")
    alice.post(f"/games/{game}/pause")
    problem(bob.post(f"/games/{game}/resume"), 409, "not_your_pause")
    problem(bob.post(f"/games/{game}/pause"), 409, "game_paused")
    bob.post(f"/games/{game}/resign")
    for path in ("pause", "resume"):
        problem(alice.post(f"/games/{game}/{path}"), 409, "game_over")
    open_one = alice.create("me", "open", **BUDGET)["id"]
    for path in ("pause", "resume"):
        problem(alice.post(f"/games/{open_one}/{path}"), 409, "game_not_running")


@pytest.mark.parametrize(
    "until",
    ["tomorrow", "2026-11-30", "2026-11-30T08:00:00", "2020-01-01T00:00:00Z", 5, None, ""],
)
def test_a_bad_time_is_refused_with_its_place(game, alice, until):
    body = problem(alice.post(f"/games/{game}/pause", {"resume_at": until}), 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/resume_at"
    assert alice.view(game)["status"] == "running"


@pytest.mark.parametrize("until", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_times_at_the_end_of_the_world_are_no_failures(game, alice, until):
    response = alice.post(f"/games/{game}/pause", {"resume_at": until})
    assert response.status_code in {409, 422}


def test_a_key_repeats_the_answer(game, alice):
    first = alice.post(f"/games/{game}/pause", Idempotency_Key="k")
    again = alice.post(f"/games/{game}/pause", Idempotency_Key="k")
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["version"] == first.json()["version"]


def test_games_of_every_status_add_up_to_all(alice, bob):
    """A27: a paused game is in a list of its own, and in no other."""
    games = [seated(alice, bob, **BUDGET) for _ in range(2)]
    alice.create("me", "open", **BUDGET)
    alice.post(f"/games/{games[0]}/pause")

    def count(query: str = "") -> int:
        return len(alice.get(f"/games?mine=true{query}").json()["items"])

    statuses = ("open", "running", "paused", "finished", "aborted", "expired")
    counts = {status: count(f"&status={status}") for status in statuses}
    assert counts["paused"] == 1
    assert sum(counts.values()) == count()
    assert alice.get("/me/games?status=paused").json()["items"][0]["id"] == games[0]
