"""GET /games/{id}/events: the log, as this viewer may see it."""

import pytest

from tests.cast import Caller, problem
from tests.tables import seated, turns, whole_log

FIELDS = {"version", "type", "at", "seat", "cause", "data"}


def test_events_are_contiguous_and_have_the_fields_of_the_contract(alice, bob):
    game = seated(alice, bob)
    items = whole_log(alice, game)
    assert [item["version"] for item in items] == list(range(1, len(items) + 1))
    assert all(set(item) == FIELDS for item in items)
    assert [item["type"] for item in items] == [
        "GameCreated",
        "SeatTaken",
        "SeatTaken",
        "GameStarted",
        "RoundDealt",
        "DealSealed",
    ]
    assert [item["cause"] for item in items] == ["bot"] * 6
    assert [item["seat"] for item in items] == [None, 0, 1, None, None, None]


def test_everybody_sees_that_an_event_happened_and_only_its_owner_what_is_hidden(alice, bob):
    """S03: the same version, type, seat, time and cause for all; a drawn card for one."""
    game = seated(alice, bob)
    alice.move(game)
    own, others, public = (whole_log(caller, game) for caller in (alice, bob, Caller()))
    assert others[-1]["type"] == "CardDrawn"
    assert set(own[-1]["data"]) == {"card"}
    assert others[-1]["data"] == public[-1]["data"] == {}
    for mine, other, seen in zip(own, others, public, strict=True):
        assert {k: v for k, v in mine.items() if k != "data"} == {
            k: v for k, v in other.items() if k != "data"
        }
        assert other["data"] == seen["data"] or other["type"] == "RoundDealt"
    dealt = [log[4]["data"] for log in (own, others, public)]
    hands = [data.pop("hand", None) for data in dealt]
    assert [hand and len(hand) for hand in hands] == [5, 5, None]
    assert hands[0] != hands[1]
    assert dealt[0] == dealt[1] == dealt[2]
    assert set(dealt[2]) == {"round", "starter", "hand_sizes", "deck_size"}


def test_pages_follow_after_and_limit(alice, bob):
    game = seated(alice, bob)
    whole = whole_log(alice, game)
    assert whole_log(alice, game, limit=2) == whole
    page = alice.get(f"/games/{game}/events?limit=2").json()
    assert page["next"] == "2"
    last = alice.get(f"/games/{game}/events?after=4&limit=2").json()
    assert last == {"items": whole[4:], "next": None}


def test_one_call_catches_up_after_any_gap(alice, bob):
    """S46"""
    game = seated(alice, bob)
    for _, answer in zip(range(6), turns(game, alice, bob), strict=False):
        whole = whole_log(alice, game)
        for gap in range(answer["game"]["version"]):
            page = alice.get(f"/games/{game}/events?after={gap}&limit=100").json()
            assert page["items"] == whole[gap:]


def test_nothing_new_is_204(alice, bob):
    game = seated(alice, bob)
    for after in (6, 7, 2**31 - 1):
        response = alice.get(f"/games/{game}/events?after={after}")
        assert response.status_code == 204
        assert response.content == b""
        assert "Herdbook-Topic" not in response


@pytest.mark.parametrize(
    "query",
    ["after=-1", f"after={2**31}", "after=x", "after=", "limit=0", "limit=101", "limit=1e1"],
)
def test_bad_values_are_refused(alice, bob, query):
    game = seated(alice, bob)
    body = problem(alice.get(f"/games/{game}/events?{query}"), 422, "invalid_request")
    assert body["errors"][0]["pointer"] == "/" + query.partition("=")[0]


def test_query_count(alice, bob, django_assert_num_queries):
    game = seated(alice, bob)
    for mover in (alice, bob):
        with django_assert_num_queries(3):  # token, game, events
            alice.get(f"/games/{game}/events")
        mover.move(game)
