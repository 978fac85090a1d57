"""GET /log/heads: what anybody may keep of the games that are over."""

import hashlib
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest

from games.store import clock
from tests.cast import Caller, problem
from tests.tables import given_up, seated

AHEAD = count(1_000, 5)


@pytest.fixture
def day(clock) -> date:
    """A day that no other test ends a game on; the clock stands in it."""
    clock.advance(timedelta(days=next(AHEAD)).total_seconds())
    return now().date()


def now() -> datetime:
    return clock.now().astimezone(UTC)


def heads(day: date, **query: object) -> list[dict[str, Any]]:
    asked = "".join(f"&{name}={value}" for name, value in query.items())
    response = Caller().get(f"/log/heads?day={day}{asked}")
    assert response.status_code == 200, response.content
    items: list[dict[str, Any]] = response.json()["items"]
    after = response.json()["next"]
    if after is None:
        return items
    return items + heads(day, **{**query, "cursor": after})


def test_a_day_that_is_over_lists_its_games_with_their_last_hash(day, clock, alice, bob):
    game = given_up(alice, bob)
    clock.advance(timedelta(days=1, minutes=2).total_seconds())
    replay = Caller().get(f"/games/{game}/replay").json()
    assert heads(day) == [
        {
            "game": game,
            "game_hash": hashlib.sha256(UUID(game).bytes).hexdigest(),
            "version": replay["events"][-1]["version"],
            "hash": replay["events"][-1]["hash"],
        }
    ]


def test_a_game_that_runs_is_never_listed(day, clock, alice, bob):
    game = seated(alice, bob)
    clock.advance(timedelta(days=2).total_seconds())
    for passed in range(3):
        assert game not in [head["game"] for head in heads(day + timedelta(days=passed - 1))]


def test_a_private_game_is_listed_without_its_id_and_in_no_order_of_time(day, clock, alice, bob):
    view = alice.create("me", "open", private=True)
    bob.join(view["id"], code=view["join_code"])
    assert bob.post(f"/games/{view['id']}/resign").status_code == 200
    public = [given_up(alice, bob) for _ in range(4)]
    clock.advance(timedelta(days=1, minutes=2).total_seconds())
    listed = heads(day)
    hidden = hashlib.sha256(UUID(view["id"]).bytes).hexdigest()
    assert {head["game_hash"]: head["game"] for head in listed}[hidden] is None
    assert {head["game"] for head in listed} == {None, *public}
    assert view["id"] not in str(listed)
    assert [head["game_hash"] for head in listed] == sorted(head["game_hash"] for head in listed)
    assert heads(day, limit=1) == heads(day, limit=2) == listed


def test_a_day_is_listed_from_a_minute_after_its_end(clock):
    today = now().date()
    midnight = datetime.combine(today + timedelta(days=1), datetime.min.time(), tzinfo=UTC)
    for asked in (today, today + timedelta(days=1), date(9999, 12, 31)):
        body = problem(Caller().get(f"/log/heads?day={asked}"), 422, "invalid_request")
        assert body["errors"][0]["pointer"] == "/day"
    clock.advance((midnight - now()).total_seconds() + 30)
    problem(Caller().get(f"/log/heads?day={today}"), 422, "invalid_request")
    clock.advance(31)
    assert Caller().get(f"/log/heads?day={today}").status_code == 200


@pytest.mark.parametrize(
    "query",
    ["", "?day=", "?day=yesterday", "?day=20260101", "?day=2026-02-30", "?day=0000-01-01",
     "?day=2026-01-01&limit=0", "?day=2026-01-01&cursor=x", f"?day=2026-01-01&cursor={'A' * 64}"],
)  # fmt: skip
def test_what_is_no_day_and_no_page_is_422(database, query):
    problem(Caller().get(f"/log/heads{query}"), 422, "invalid_request")


def test_the_first_day_of_all_is_empty(database):
    assert heads(date(1, 1, 1)) == []


def test_who_sends_a_token_needs_one_that_reads_games(alice):
    problem(Caller(token="hb_0_x").get("/log/heads?day=2026-01-01"), 401, "token_invalid")
    assert alice.get("/log/heads?day=2026-01-01").status_code == 200


def test_no_hash_of_an_event_before_the_last_is_told(day, clock, alice, bob):
    game = given_up(alice, bob)
    clock.advance(timedelta(days=1, minutes=2).total_seconds())
    (head,) = heads(day)
    *before, last = Caller().get(f"/games/{game}/replay").json()["events"]
    assert head["hash"] == last["hash"]
    assert not {event["hash"] for event in before} & set(head.values())
