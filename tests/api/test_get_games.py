"""GET /games: the list of games."""

import pytest

from games.engine.game import Status
from tests.api.test_post_games import VIEW
from tests.cast import Caller, problem
from tests.tables import given_up, seated

ITEM = VIEW - {"server_now", "you", "table", "decision", "free_moves", "undo"}
"""A list shows public facts only."""


def _ids(response):
    assert response.status_code == 200, response.content
    return [item["id"] for item in response.json()["items"]]


def test_an_item_holds_public_facts_only(alice, bob):
    game = seated(alice, bob)
    response = Caller().get(f"/games?player={alice.name}")
    body = response.json()
    assert set(body) == {"items", "next"}
    (item,) = body["items"]
    assert set(item) == ITEM
    assert item["id"] == game
    assert item["deciding"][0]["seat"] == 0
    assert body["next"] is None
    assert response["Cache-Control"] == "no-store"
    assert [x.content for x in (alice.get(f"/games?player={alice.name}"),)] == [response.content]


def test_private_games_are_listed_for_their_own_people_only(alice, bob, mallory):
    game = alice.create("me", "open", private=True)
    bob.join(game["id"], code=game["join_code"])
    path = f"/games?player={bob.name}"
    assert _ids(alice.get(path)) == _ids(bob.get(path)) == [game["id"]]
    assert _ids(mallory.get(path)) == _ids(Caller().get(path)) == []
    assert mallory.get(path).content == mallory.get("/games?player=nobody-at-all").content


def test_each_filter(alice, bob):
    free = alice.create("me", "open")["id"]
    runs = seated(alice, bob)
    watched = alice.create("random", "random")["id"]
    over = given_up(bob, alice)
    mine = f"player={alice.name}"
    assert _ids(alice.get(f"/games?{mine}")) == [over, runs, free]
    assert _ids(alice.get("/games?mine=true")) == [over, watched, runs, free]
    assert set(_ids(alice.get("/games?mine=false&limit=100"))).isdisjoint({over, runs, free})
    assert _ids(alice.get(f"/games?{mine}&open=true")) == [free]
    assert _ids(alice.get(f"/games?{mine}&open=false")) == [over, runs]
    assert _ids(alice.get(f"/games?{mine}&status=running")) == [runs]
    assert _ids(alice.get(f"/games?{mine}&status=finished")) == [over]
    assert _ids(alice.get(f"/games?{mine}&ruleset=mow")) == [over, runs, free]
    assert _ids(alice.get(f"/games?{mine}&rated=true")) == []
    assert _ids(alice.get(f"/games?{mine}&rated=false")) == [over, runs, free]
    assert _ids(alice.get(f"/games?{mine}&time_control=per_move")) == [over, runs, free]
    assert _ids(alice.get(f"/games?{mine}&time_control=hourglass")) == []
    assert _ids(alice.get(f"/games?{mine}&ruleset=chess")) == []


def test_games_are_found_by_their_seats_and_the_free_ones(alice, bob):
    two, four = alice.create("me", "open")["id"], alice.create("me", *["open"] * 3)["id"]
    mine = f"/games?player={alice.name}"
    assert _ids(bob.get(f"{mine}&seats=4")) == [four]
    assert _ids(bob.get(f"{mine}&free=1")) == [four, two]
    assert _ids(bob.get(f"{mine}&free=3")) == [four]
    bob.join(four)
    assert _ids(bob.get(f"{mine}&free=3")) == []
    assert _ids(bob.get(f"{mine}&free=2&seats=4&open=true")) == [four]
    assert bob.delete(f"/games/{four}/seats/me").status_code == 204
    assert _ids(bob.get(f"{mine}&free=3")) == [four]
    bob.join(two)
    assert _ids(bob.get(f"{mine}&free=1")) == [four]
    assert _ids(bob.get(f"{mine}&seats=2")) == [two]
    assert alice.post(f"/games/{four}/abort").status_code == 200
    assert _ids(bob.get(f"{mine}&free=1")) == _ids(bob.get(f"{mine}&open=true")) == []


def test_a_seat_that_is_kept_for_somebody_is_not_free(alice, bob):
    kept = alice.create("me", {"kind": "invite", "account": bob.name})["id"]
    assert _ids(alice.get(f"/games?player={alice.name}&open=true")) == []
    assert bob.post(f"/games/{kept}/invitation", {"accept": False}).status_code == 200
    assert _ids(alice.get(f"/games?player={alice.name}&open=true&free=1")) == [kept]


@pytest.mark.parametrize("status", Status)
def test_every_status_can_be_asked_for(alice, status):
    assert alice.get(f"/games?mine=true&status={status}").json() == {"items": [], "next": None}


@pytest.mark.parametrize("path", ["/games", "/me/games", "/players/{name}/games"])
def test_a_status_in_which_no_game_can_be_is_refused(alice, path):
    body = problem(
        alice.get(f"{path.format(name=alice.name)}?status=resting"), 422, "invalid_request"
    )
    assert [error["pointer"] for error in body["errors"]] == ["/status"]


def test_mine_needs_a_token(database):
    problem(Caller().get("/games?mine=true"), 401, "token_missing")


def test_pages_neither_skip_nor_repeat_while_games_are_made(alice):
    made = [alice.create("me", "open")["id"] for _ in range(7)]
    path, seen = "/games?mine=true&limit=3", []
    page = alice.get(path).json()
    while True:
        seen += [item["id"] for item in page["items"]]
        if page["next"] is None:
            break
        alice.create("me", "open")
        page = alice.get(f"{path}&cursor={page['next']}").json()
    assert seen == made[::-1]


def test_an_exact_page_has_no_next(alice):
    for _ in range(2):
        alice.create("me", "open")
    assert alice.get("/games?mine=true&limit=2").json()["next"] is None
    assert alice.get("/games?mine=true&limit=1").json()["next"] is not None


def test_a_cursor_of_another_list_is_none(alice, bob):
    for _ in range(2):
        seated(alice, bob)
    foreign = alice.get("/me/turns?limit=1").json()["next"]
    own = alice.get("/games?mine=true&limit=1").json()["next"]
    body = problem(alice.get(f"/games?cursor={foreign}"), 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/cursor"
    problem(alice.get(f"/me/turns?cursor={own}"), 422, "invalid_request")


@pytest.mark.parametrize("limit", ["0", "101", "-1", "x", "1.0", "", "1_0", "%D9%A1", "9" * 400])
def test_limit_is_1_to_100(alice, limit):
    body = problem(alice.get(f"/games?limit={limit}"), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/limit"]


def test_query_count_does_not_grow_with_the_list(alice, bob, django_assert_num_queries):
    """S74: one query for the places, one for the games, one for the token."""
    for _ in range(2):
        seated(alice, bob)
    for _ in range(2):
        with django_assert_num_queries(3):
            assert len(_ids(alice.get("/games?mine=true"))) >= 2
        for _ in range(3):
            seated(alice, bob)


@pytest.mark.parametrize("flag", ["mine", "open"])
@pytest.mark.parametrize("text", ["maybe", "True", "1", ""])
def test_a_flag_is_true_or_false(alice, flag, text):
    body = problem(alice.get(f"/games?{flag}={text}"), 422, "invalid_request")
    assert body["errors"] == [
        {"pointer": f"/{flag}", "code": "invalid", "detail": "This must be true or false."}
    ]
