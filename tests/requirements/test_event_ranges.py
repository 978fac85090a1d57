"""The log of a game can be read again and again, from anywhere (A06)."""

import random

import pytest

from games.store.models import Event
from tests.cast import Caller
from tests.tables import QUICK, played_out, seated, turns, whole_log


@pytest.fixture
def played(alice, bob):
    return played_out(alice, bob)


def test_versions_are_unique_and_a_game_starts_once(played, alice):
    """A06"""
    log = whole_log(alice, played)
    versions = [event["version"] for event in log]
    assert versions == list(range(1, len(log) + 1))
    assert [event["type"] for event in log].count("GameStarted") == 1
    assert Event.objects.filter(game=played).values("version").distinct().count() == len(log)


def test_any_range_read_twice_is_the_same_for_every_viewer(played, alice, bob):
    """A06: byte for byte, and the same as that part of the whole."""
    rng = random.Random(6)
    for viewer in (alice, bob, Caller()):
        whole = whole_log(viewer, played)
        for _ in range(40):
            after, limit = rng.randrange(len(whole)), rng.randint(1, 100)
            path = f"/games/{played}/events?after={after}&limit={limit}"
            first, again = viewer.get(path), viewer.get(path)
            assert first.content == again.content
            assert first.json()["items"] == whole[after : after + limit]


def test_a_range_that_was_read_while_the_game_ran_never_changes(alice, bob):
    """A06: not by what comes after it, nor by the end."""
    game = seated(alice, bob, options=QUICK)
    read = {}
    for answer in turns(game, alice, bob):
        after = answer["game"]["version"] - 3
        path = f"/games/{game}/events?after={after}&limit=3"
        read[path] = [viewer.get(path).json()["items"] for viewer in (alice, bob, Caller())]
    assert len(read) > 10
    for path, items in read.items():
        assert [viewer.get(path).json()["items"] for viewer in (alice, bob, Caller())] == items
