"""GET /me/events: all that concerns an account, from any place that is still kept."""

from datetime import timedelta

import pytest

from accounts import feed
from accounts.event_types import EVENT_TYPES
from accounts.models import AccountEvent
from accounts.services import erasure, telling
from accounts.services.telling import News
from tests.accounts.keys import key_for
from tests.accounts.people import open_person
from tests.cast import Caller, problem
from tests.services.account_feeds import catch_up, tell_all
from tests.tables import given_up, seated


@pytest.fixture(autouse=True)
def caught_up(database: None) -> None:
    catch_up()


def _read(player, query=""):
    response = player.get(f"/me/events{query}")
    assert response.status_code == 200, response.content
    return response.json()


def _all(player, limit):
    """Read to the end, page by page."""
    items, page = [], _read(player, f"?limit={limit}")
    items += page["items"]
    while page["next"] is not None:
        page = _read(player, f"?limit={limit}&after={page['next']}")
        items += page["items"]
    return items


def test_what_happened_is_told_with_ids_and_versions(alice, bob):
    game = seated(alice, bob)
    tell_all()
    response = alice.get("/me/events")
    assert response["Cache-Control"] == "no-store"
    started, asked = response.json()["items"]
    view = alice.view(game)
    assert started == {
        "id": started["id"],
        "type": "game.started",
        "at": view["started_at"],
        "data": {"game": game, "version": 4, "seat": 0},
    }
    assert (asked["type"], asked["at"]) == (
        "game.decision_requested",
        view["deciding"][0]["opened_at"],
    )
    decision = view["decision"]
    assert asked["data"] == {
        "game": game,
        "version": view["version"],
        "seat": 0,
        "decision": decision["id"],
        "kind": "turn",
        "deadline_at": decision["deadline_at"],
    }
    assert [item["type"] for item in _read(bob)["items"]] == ["game.started"]


def test_ids_are_unique_and_the_same_on_every_read(alice, bob):
    """A06: at any size of a page, from any place; and a game starts once."""
    games = [given_up(alice, bob) for _ in range(5)]
    tell_all()
    items = _all(alice, 100)
    ids = [item["id"] for item in items]
    assert len(ids) == len(set(ids))
    assert _all(alice, 2) == _all(alice, 3) == items
    for place in range(len(ids)):
        rest = alice.get(f"/me/events?after={ids[place]}")
        found = rest.json()["items"] if rest.status_code == 200 else []
        assert found == items[place + 1 :]
    started = [item["data"]["game"] for item in items if item["type"] == "game.started"]
    assert sorted(started) == sorted(games)


def test_a_cursor_goes_on_where_it_was_given(alice, bob):
    """A02: whoever was cut off misses nothing, whatever happened meanwhile."""
    place = _read(alice)["cursor"]
    assert alice.get(f"/me/events?after={place}").status_code == 204
    game = seated(alice, bob)
    tell_all()
    page = _read(alice, f"?after={place}&limit=1")
    assert [item["type"] for item in page["items"]] == ["game.started"]
    assert page["next"] == page["cursor"]
    alice.move(game)
    bob.move(game)
    tell_all()
    rest = _read(alice, f"?after={page['cursor']}")
    assert [item["type"] for item in rest["items"]] == ["game.decision_requested"] * 2
    assert rest["next"] is None
    nothing = alice.get(f"/me/events?after={rest['cursor']}")
    assert (nothing.status_code, nothing.content) == (204, b"")
    assert "Herdbook-Topic" not in nothing


def test_latest_is_the_end_of_the_feed(alice, bob):
    given_up(alice, bob)
    tell_all()
    end = _read(alice, "?after=latest")
    assert (end["items"], end["next"]) == ([], None)
    game = seated(alice, bob)
    tell_all()
    assert {item["data"]["game"] for item in _read(alice, f"?after={end['cursor']}")["items"]} == {
        game
    }


def test_the_turns_say_from_where_to_go_on(alice, bob):
    """A03, S39: all that is owed and the place in the feed come with one request."""
    seated(alice, bob)
    tell_all()
    owed = alice.get("/me/turns").json()
    assert owed["count"] == len(owed["items"]) == 1
    later = seated(alice, bob)
    tell_all()
    told = _read(alice, f"?after={owed['events_after']}")["items"]
    assert {item["data"]["game"] for item in told} == {later}


def test_a_cursor_is_good_for_thirty_days(alice, bob, clock):
    place = _read(alice)["cursor"]
    clock.advance(29 * 86400)
    game = seated(alice, bob)
    tell_all()
    found = _read(alice, f"?after={place}")
    assert [item["data"]["game"] for item in found["items"]] == [game, game]
    clock.advance(2 * 86400)
    said = problem(alice.get(f"/me/events?after={place}"), 410, "cursor_expired")
    assert "/me/turns" in said["detail"]
    assert len(_read(alice, f"?after={found['items'][0]['id']}")["items"]) == 1
    assert len(_read(alice)["items"]) == 2


def test_a_reader_with_an_old_cursor_gets_a_new_one(alice, clock):
    """So that an account to which nothing happens keeps its place for ever."""
    place = _read(alice)["cursor"]
    for _ in range(3):
        clock.advance(20 * 86400)
        page = _read(alice, f"?after={place}")
        assert (page["items"], page["next"]) == ([], None)
        assert page["cursor"] != place
        place = page["cursor"]


def test_a_place_ahead_of_all_that_was_told_is_of_a_feed_that_is_gone(alice, clock):
    place = feed.read_place(_read(alice)["cursor"])
    ahead = place._replace(sequence=place.sequence + 10_000_000)
    problem(alice.get(f"/me/events?after={ahead}"), 410, "cursor_expired")


def test_a_place_ahead_of_time_would_never_be_too_old(alice):
    place = feed.read_place(_read(alice)["cursor"])
    ahead = place._replace(at=place.at + timedelta(days=2))
    problem(alice.get(f"/me/events?after={ahead}"), 410, "cursor_expired")
    problem(alice.get("/me/events?after=000000000000-ffffffff"), 410, "cursor_expired")


def test_the_end_of_another_account_moves_no_place(alice, bob, clock):
    given_up(alice, bob)
    tell_all()
    place = _read(alice)["cursor"]
    from accounts.models import Account

    erasure.erase(Account.objects.get(name=bob.name), now=clock_now())
    assert alice.get(f"/me/events?after={place}").status_code in {200, 204}


def clock_now():
    from games.store import clock as database_clock

    return database_clock.now()


def test_an_account_is_shown_its_own_feed_only(alice, bob, mallory):
    """A40: nothing of it depends on what others hold, and a stranger sees nothing."""
    seated(alice, bob)
    tell_all()
    assert _read(mallory)["items"] == []
    problem(Caller().get("/me/events"), 401, "token_missing")


def test_what_needs_another_scope_is_left_out(database):
    ann = open_person()
    types = [one for one, said in EVENT_TYPES.items() if said.scope != "games:read"]
    assert types, "some types are of other things than games"
    reader = key_for(ann, "games:read")
    whole = key_for(ann, *{said.scope for said in EVENT_TYPES.values()})
    account = ann.account
    _tell_one_of_each(account)
    assert {item["type"] for item in _read(whole, "?limit=100")["items"]} == set(EVENT_TYPES)
    seen = {item["type"] for item in _read(reader, "?limit=100")["items"]}
    assert seen == set(EVENT_TYPES) - set(types)


def _tell_one_of_each(account):
    """Tell an account something of every type, which holds the document's shapes against all."""
    import msgspec
    from django.db import transaction

    now = clock_now()
    examples = {"game": "g", "version": 3, "seat": 1, "decision": "d", "kind": "turn"}
    examples |= {"deadline_at": now, "rematch": "r", "webhook": "w", "reason": "gone"}
    news = [
        News(
            account=account,
            type=one,
            at=now,
            data=said.data(
                **{
                    field.name: examples.get(field.name, now)
                    for field in msgspec.structs.fields(said.data)
                }
            ),
            dedupe=str(one),
        )
        for one, said in EVENT_TYPES.items()
    ]
    with transaction.atomic():
        assert len(telling.tell(news)) == len(EVENT_TYPES)


_NO_PLACES = (
    "",
    "x",
    "0-0-0",
    "1-2",
    "A" * 12 + "-00000000",
    "a" * 33,
    "%EF%BC%91" * 12 + "-12345678",
)


@pytest.mark.parametrize("query", ["limit=0", "limit=101", *(f"after={one}" for one in _NO_PLACES)])
def test_bad_values_are_refused(alice, query):
    problem(alice.get(f"/me/events?{query}"), 422, "invalid_request")


def test_unknown_parameters_are_refused(alice):
    problem(alice.get("/me/events?cursor=1"), 400, "unknown_field")


def test_query_count_does_not_grow_with_the_feed(alice, bob, django_assert_num_queries):
    """S74"""
    for more in (1, 4):
        for _ in range(more):
            seated(alice, bob)
        tell_all()
        with django_assert_num_queries(3):  # token, ends, events
            alice.get("/me/events")
    assert AccountEvent.objects.filter(account=alice.account).count() == 10
