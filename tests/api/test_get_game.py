"""GET /games/{id}: the view, its ETag."""

import pytest

from tests.api.test_post_games import VIEW
from tests.cast import Caller, problem
from tests.tables import seated

TABLE = {
    "hand",
    "hand_sizes",
    "deck_size",
    "herd",
    "stable_sizes",
    "stable",
    "arrow",
    "phase",
    "turn",
    "round",
    "starter",
    "totals",
    "last_round",
}
"""What api.md 4 lists for Mow."""


def test_the_view_has_the_fields_of_the_contract(alice, bob):
    game = seated(alice, bob)
    for caller in (alice, bob, Caller()):
        view = caller.get(f"/games/{game}").json()
        assert set(view) == VIEW | {"abort_consent"}
        assert set(view["table"]) == TABLE


def test_each_viewer_sees_its_own_hand(alice, bob, mallory):
    game = seated(alice, bob)
    first, second = alice.view(game), bob.view(game)
    assert first["you"] == {"seat": 0}
    assert second["you"] == {"seat": 1}
    assert set(first["table"]["hand"]).isdisjoint(set(second["table"]["hand"]) - {"S"})
    assert second["decision"] is None
    for stranger in (mallory, Caller()):
        view = stranger.get(f"/games/{game}").json()
        assert view["you"] is view["decision"] is None
        assert view["table"]["hand"] is view["table"]["stable"] is None
        assert view["free_moves"] == []


def test_a_decision_keeps_its_id_while_it_is_open(alice, bob, mallory):
    game = seated(alice, bob, mallory)
    before = alice.view(game)["decision"]
    bob.post(f"/games/{game}/abort", {})
    assert alice.view(game)["decision"] == before


def test_an_etag_is_of_version_and_viewer(alice, bob, mallory):
    game = seated(alice, bob)
    tags = [c.get(f"/games/{game}")["ETag"] for c in (alice, bob, mallory, Caller())]
    assert len(set(tags)) == 3
    assert tags[2] == tags[3]
    response = alice.get(f"/games/{game}", If_None_Match=tags[0])
    assert response.status_code == 304
    assert response.content == b""
    assert response["ETag"] == tags[0]
    assert response["Cache-Control"] == "no-store"
    assert "Herdbook-Topic" not in response
    assert "Content-Type" not in response
    assert bob.get(f"/games/{game}", If_None_Match=tags[0]).status_code == 200
    alice.move(game)
    assert alice.get(f"/games/{game}", If_None_Match=tags[0]).status_code == 200


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ("*", 304),
        ("{tag}", 304),
        ("{strong}", 304),
        ('"other", {tag}', 304),
        ('{tag} ,"other"', 304),
        ('"other"', 200),
        ('"other",', 200),
        ("", 200),
        ("{bare}", 200),
        ("garbage \x7f ,,, ü", 200),
    ],
)
def test_if_none_match_is_read_as_http_wants_it(alice, bob, form, status):
    game = seated(alice, bob)
    tag = alice.get(f"/games/{game}")["ETag"]
    strong = tag.removeprefix("W/")
    header = form.format(tag=tag, strong=strong, bare=strong.strip('"'))
    assert alice.get(f"/games/{game}", If_None_Match=header).status_code == status


@pytest.mark.parametrize(
    "form", [str.upper, lambda i: i.replace("-", ""), lambda i: f"{{{i}}}", lambda i: i + "%20"]
)
def test_only_the_one_form_of_an_id_names_a_game(alice, bob, form):
    game = seated(alice, bob)
    problem(alice.get(f"/games/{form(game)}"), 404, "not_found")


def test_a_head_request_is_a_get_without_a_body(alice, bob):
    game = seated(alice, bob)
    response = alice.request("HEAD", f"/games/{game}")
    assert response.status_code == 200
    assert response.content == b""
    assert response["ETag"] == alice.get(f"/games/{game}")["ETag"]


@pytest.mark.parametrize("accept", ["text/html", "image/png;q=0", "nonsense", "*/*", ""])
def test_accept_is_ignored(alice, bob, accept):
    game = seated(alice, bob)
    response = alice.get(f"/games/{game}", Accept=accept)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    problem(alice.get("/games/none", Accept=accept), 404, "not_found")


def test_query_count(alice, bob, django_assert_num_queries):
    game = seated(alice, bob)
    with django_assert_num_queries(2):  # token, game
        alice.view(game)
    with django_assert_num_queries(1):
        Caller().get(f"/games/{game}")
