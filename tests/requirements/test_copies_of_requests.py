"""A copy of a request gets the answer of the first, on every route that takes a key (S21)."""

import json
from functools import partial
from pathlib import Path
from secrets import randbelow
from typing import Any

import pytest

from accounts.api.describing import Key
from games.services import deadlines
from tests.accounts.people import fresh_name, open_person
from tests.accounts.webhooks.hooks import open_webhook
from tests.api import served
from tests.cast import problem
from tests.concurrency.racing import answers, errors
from tests.entropy import commitment_of, entropy_of
from tests.farmyard import farmyard
from tests.tables import given_up, seated

RULES = Path(__file__).parents[1] / "rules"
KEYED = {
    f"{method.upper()} /{path}"
    for path, view in served.views()
    for method, about in ((m.lower(), o) for m, o in view.operations.items())
    if about.key is Key.TAKEN
}
"""The routes whose documentation says that they take a key."""
MOW = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]}


def _open(ann, bob):
    return ann.create("me", "open", "open")["id"]


def _invited(ann, bob):
    return bob.create("me", {"kind": "invite", "account": ann.name}, "open")["id"]


def _waiting(ann, bob):
    game = ann.create({"kind": "me", "commitment": commitment_of(0)}, "open")["id"]
    bob.join(game)
    return game


def _pausable(ann, bob):
    return seated(ann, bob, time_control={"pause_budget": {"seat": 86_400}})


def _paused(ann, bob):
    game = _pausable(ann, bob)
    assert ann.post(f"/games/{game}/pause").status_code == 200
    return game


def _undoable(ann, bob):
    """Make a game in which a swap was called that tells nobody anything."""
    for _ in range(20):
        game = farmyard(ann, bob)
        if ann.move(game, "swap").status_code == 201 and ann.view(game)["undo"]["possible"]:
            return game
    pytest.fail("no swap can be undone")


def _hooked(ann, bob):
    return open_webhook(ann, "https://1.1.1.1/hook")["id"]


def _two_replays():
    shortest = sorted(RULES.glob("tortoise/games/*.json"), key=lambda path: path.stat().st_size)
    replays = [json.loads(path.read_text()) for path in shortest[:2]]
    return [{name: replay[name] for name in replay if name != "checks"} for replay in replays]


QUICK = {"ruleset": "mow", "seats": 2, "time_control": {"seconds": 1_000 + randbelow(1_000_000)}}
"""What nobody else in this database asks for."""
CASES: dict[str, tuple[Any, str, Any, Any]] = {
    "POST /games": (None, "/games", MOW, {**MOW, "private": True}),
    "POST /bots": (None, "/bots", {"name": fresh_name("bot")}, {"name": fresh_name("bot")}),
    "POST /games/<str:game_id>/seats": (_open, "/games/{}/seats", {"seat": 1}, {"seat": 2}),
    "POST /games/<str:game_id>/invitation": (
        _invited,
        "/games/{}/invitation",
        {"accept": True},
        {"accept": False},
    ),
    "POST /games/<str:game_id>/seats/me/entropy": (
        _waiting,
        "/games/{}/seats/me/entropy",
        {"entropy": entropy_of(0)},
        {"entropy": entropy_of(1)},
    ),
    "POST /imports": (None, "/imports", *_two_replays()),
    "POST /games/<str:game_id>/resign": (seated, "/games/{}/resign", {}, None),
    "POST /games/<str:game_id>/abort": (seated, "/games/{}/abort", {}, None),
    "POST /games/<str:game_id>/pause": (
        _pausable,
        "/games/{}/pause",
        {},
        {"resume_at": "2099-01-01T00:00:00Z"},
    ),
    "POST /games/<str:game_id>/resume": (_paused, "/games/{}/resume", {}, None),
    "POST /games/<str:game_id>/rematch": (given_up, "/games/{}/rematch", {}, None),
    "POST /games/<str:game_id>/undo": (_undoable, "/games/{}/undo", {}, {"consent": False}),
    "POST /games/<str:game_id>/seats/<str:seat>/offer": (
        seated,
        "/games/{}/seats/0/offer",
        {},
        {"account": "nobody"},
    ),
    "POST /games/<str:game_id>/chat": (
        seated,
        "/games/{}/chat",
        {"text": "Good luck"},
        {"text": "Bad luck"},
    ),
    "POST /quick-match": (None, "/quick-match", QUICK, {**QUICK, "seats": 3}),
    "POST /webhooks/<str:webhook_id>/test": (_hooked, "/webhooks/{}/test", {}, None),
}
"""How a game comes about, where the request goes, what it says, and what another would say."""
ELSEWHERE = {
    "POST /games/<str:game_id>/moves",
    "POST /games/<str:game_id>/seats/me/return",
    "POST /reports",
    "POST /webhooks/<str:webhook_id>/redeliver",
}
"""A move is repeated by its decision (`test_post_moves`), a seat has to be away first, a report is
of a game and names it (both below), and a message has to have failed (`test_webhook_deliveries`)."""


def test_every_route_that_takes_a_key_is_here():
    assert set(CASES) | ELSEWHERE == KEYED


@pytest.mark.parametrize("route", CASES)
def test_a_copy_is_answered_like_the_first_and_another_request_is_refused(route, bob, sixteen):
    """S21: also when the copies race; and only one of them does anything."""
    make, path, body, other = CASES[route]
    ann = open_person()
    guest = ann
    if make is _open:
        guest = open_person()
    at = path.format(make(ann, bob)) if make else path
    call = partial(guest.post, at, body, Idempotency_Key="one")
    finishes = sixteen.race([call] * 8)
    assert errors(finishes) == []
    got = answers(finishes)
    assert {one.status_code for one in got} <= {200, 201, 202}, [one.content for one in got]
    assert sum("Idempotency-Replayed" not in one for one in got) == 1
    assert len({one.json().get("id") or one.json()["name"] for one in got}) == 1
    if other is not None:
        again = guest.post(at, other, Idempotency_Key="one")
        problem(again, 422, "idempotency_key_reused")


def test_of_copies_of_a_return_one_takes_the_seat_back(bob, clock, sixteen):
    """S21: the same key from two connections at the same moment, eight times."""
    ann = open_person()
    games = [seated(ann, bob, time_control={"seconds": 60}) for _ in range(8)]
    clock.advance(61)
    deadlines.sweep()
    for game in games:
        call = partial(ann.post, f"/games/{game}/seats/me/return", Idempotency_Key="back")
        finishes = sixteen.race([call] * 2)
        assert errors(finishes) == []
        first, copy = sorted(answers(finishes), key=lambda one: "Idempotency-Replayed" in one)
        assert "Idempotency-Replayed" not in first
        assert copy["Idempotency-Replayed"] == "true"
        views = [{**one.json(), "server_now": None} for one in (first, copy)]
        assert views[0] == views[1]
        assert views[0]["decision"] is not None
        types = [event["type"] for event in ann.get(f"/games/{game}/events").json()["items"]]
        assert types.count("SeatReturned") == 1
        problem(ann.post(f"/games/{game}/seats/me/return"), 409, "not_away")


def test_of_copies_of_a_report_one_is_kept(bob, sixteen):
    """S21: they do not even join one another's case."""
    ann = open_person()
    body = {"kind": "other", "game": seated(ann, bob), "text": "Look at this."}
    finishes = sixteen.race([partial(ann.post, "/reports", body, Idempotency_Key="one")] * 8)
    assert errors(finishes) == []
    [kept] = ann.get("/reports").json()["items"]
    assert {one.json()["id"] for one in answers(finishes)} == {kept["id"]}
    assert [one.status_code for one in answers(finishes)].count(201) == 1
