"""Open games do not stay for ever (S56), and statuses change along the graph only (S57)."""

from datetime import timedelta
from uuid import UUID

import pytest

from games.engine.game import STATUS_GRAPH, Status
from games.services import deadlines, open_games
from tests.cast import problem
from tests.services.account_feeds import feed_of


def test_an_open_game_that_nobody_touches_expires(alice, bob, clock, settings):
    game = alice.create("me", "open")["id"]
    life = settings.HERDBOOK_OPEN_GAME_LIFE
    clock.advance((life - timedelta(minutes=1)).total_seconds())
    deadlines.sweep()
    assert alice.view(game)["status"] == "open"
    clock.advance(120)
    deadlines.sweep()
    view = alice.view(game)
    assert view["status"] == "expired"
    assert view["outcome"] == {"winners": [], "losers": [], "scores": [0, 0], "reason": "expiry"}
    problem(bob.post(f"/games/{game}/seats", {}), 409, "game_over")


def test_who_made_it_is_warned_once_when_half_of_its_life_is_over(alice, bob, clock, settings):
    """S56: with a warning to the owner at half of it."""
    half = settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds() / 2
    game = alice.create("me", "open", "open")["id"]
    clock.advance(half - 60)
    open_games.warn()
    assert warnings(alice) == []
    clock.advance(120)
    for _ in range(2):
        open_games.warn()
    assert warnings(alice) == [{"game": game, "version": 2, "seat": 0}]
    bob.join(game)
    open_games.warn()
    clock.advance(half + 60)
    open_games.warn()
    assert [one["version"] for one in warnings(alice)] == [2, 3]
    assert warnings(bob) == []


def test_of_a_game_that_has_started_nobody_is_warned(alice, bob, clock, settings):
    game = alice.create("me", "open")["id"]
    bob.join(game)
    clock.advance(settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds())
    open_games.warn()
    assert warnings(alice) == []


def warnings(player):
    return [one.data for one in feed_of(player.account) if one.type == "game.expiring"]


def test_one_that_somebody_touched_meanwhile_is_left_alone(alice, bob):
    game = alice.create("me", "open")["id"]
    assert deadlines.expire_open_game(UUID(game)) == 0
    bob.join(game)
    assert deadlines.expire_open_game(UUID(game)) == 0
    assert alice.view(game)["status"] == "running"


def test_a_new_player_gives_it_its_full_life_again(alice, bob, clock, settings):
    game = alice.create("me", "open", "open")["id"]
    clock.advance(settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds() - 60)
    bob.join(game)
    clock.advance(120)
    deadlines.sweep()
    assert alice.view(game)["status"] == "open"


def test_a_started_game_never_expires_like_that(alice, bob, clock, settings):
    """S29: no housekeeping ends a started game."""
    control = {"kind": "per_move", "seconds": 1_209_600}
    game = alice.create("me", "open", time_control=control)["id"]
    bob.join(game)
    clock.advance(settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds() * 2)
    deadlines.sweep()
    assert alice.view(game)["status"] == "running"


@pytest.mark.parametrize("status", list(Status))
def test_what_is_over_stays_over(status):
    assert STATUS_GRAPH.keys() == set(Status)
    assert Status.OPEN not in STATUS_GRAPH[status]
    if status.is_over:
        assert STATUS_GRAPH[status] == frozenset()
