"""GET /players/{name} and /players/{name}/games: what everybody may know."""

import pytest

from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import Caller, problem
from tests.tables import given_up

FIELDS = {"name", "display_name", "kind", "owner", "created_at", "vacation"}


def test_a_profile_holds_nothing_private(database):
    ann = open_person(email="ann@example.org")
    ann.request("PATCH", "/me", {"display_name": "Ann", "time_zone": "Europe/Vienna"})
    body = Caller().get(f"/players/{ann.name}").json()
    assert set(body) == FIELDS
    assert body["name"] == ann.name
    assert body["display_name"] == "Ann"
    assert body["kind"] == "person"
    assert body["owner"] is None


def test_a_bot_is_marked_as_one_and_as_whose(database):
    ann = open_person()
    body = Caller().get(f"/players/{open_bot(ann)}").json()
    assert (body["kind"], body["owner"]) == ("bot", ann.name)


def test_it_is_the_same_for_everybody(database, mallory):
    ann = open_person()
    answers = [who.get(f"/players/{ann.name}").json() for who in (ann, mallory, Caller())]
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("path", ["/players/{}", "/players/{}/games"])
def test_who_is_not_there_is_404(database, path):
    for name in ("nobody-at-all", "house-random", "gone-12345678", "ANN", "%00", "x" * 3000, "me"):
        problem(Caller().get(path.format(name)), 404, "not_found")


def test_the_games_are_those_of_the_list_of_games(database, bob, mallory):
    ann = open_person()
    bot = bot_player(ann, open_bot(ann))
    for player in (ann, bot):
        given_up(bob, player)
        given_up(player, bob, private=False)
        player.create("me", "open")
        player.create("me", "open", private=True)
    for viewer in (Caller(), mallory, ann):
        for query in ("", "limit=2&", "status=open&", "open=true&", "ruleset=mow&"):
            listed = viewer.get(f"/players/{ann.name}/games?{query}".rstrip("?&")).json()
            other = viewer.get(f"/games?{query}player={ann.name}").json()
            assert listed == other
    assert len(Caller().get(f"/players/{ann.name}/games").json()["items"]) == 3
    assert len(ann.get(f"/players/{ann.name}/games").json()["items"]) == 4


def test_pages_go_on(database):
    ann = open_person()
    made = [ann.create("me", "open")["id"] for _ in range(3)]
    first = ann.get(f"/players/{ann.name}/games?limit=2").json()
    rest = ann.get(f"/players/{ann.name}/games?limit=2&cursor={first['next']}").json()
    assert [game["id"] for game in first["items"] + rest["items"]] == made[::-1]


def test_whose_games_they_are_is_said_once(database):
    ann = open_person()
    problem(ann.get(f"/players/{ann.name}/games?player=bob"), 400, "unknown_field")


def test_query_count(database, django_assert_num_queries):
    ann = open_person()
    for _ in range(3):
        ann.create("me", "open")
    with django_assert_num_queries(2):  # the player, a vacation
        Caller().get(f"/players/{ann.name}")
    with django_assert_num_queries(3):  # the player, the page, the games on it
        Caller().get(f"/players/{ann.name}/games")
