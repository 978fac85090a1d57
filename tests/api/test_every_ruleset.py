"""Every registered ruleset is played over the API; each answer is held against the document."""

import random

import pytest

from games.engine.registry import all_rulesets, discover
from tests.cast import Caller

MOVES = 80

discover()


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in all_rulesets()])
def test_a_game_can_be_played_by_what_the_answers_say(alice, bob, slug):
    rng = random.Random(1)
    game = alice.create("me", "open", ruleset=slug)["id"]
    bob.join(game)
    for _ in range(MOVES):
        view = alice.view(game)
        if view["status"] == "finished":
            break
        player = (alice, bob)[view["deciding"][0]["seat"]]
        view = player.view(game)
        assert player.move(game, rng.choice(view["decision"]["legal_moves"])).status_code == 201
    else:
        alice.post(f"/games/{game}/resign")
    view = Caller().get(f"/games/{game}").json()
    assert view["status"] == "finished"
    assert len(view["outcome"]["winners"]) == len(view["outcome"]["losers"]) == 1
    replay = Caller().get(f"/games/{game}/replay").json()
    assert replay["result"] == view["outcome"]
    assert replay["moves"]


def test_a_game_without_points_shows_none(alice):
    game = alice.create("me", "open", ruleset="tortoise")
    assert [seat["score"] for seat in game["seats"]] == [None, None]
