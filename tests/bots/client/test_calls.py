import datetime
from typing import Any

import herdbook
import pytest


def test_every_call_of_the_first_set_has_its_method_and_path(client, peer, words):
    game = words.game()
    moved = {"events": [], "game": game}
    page: dict[str, Any] = {"items": [], "next": None}
    peer.script = lambda asked: words.ok(
        moved if asked.path.endswith("/moves")
        else page if asked.path.endswith(("/games", "/turns", "/rulesets", "/errors", "after=0"))
        and asked.method == "GET"
        else {"now": "2026-01-01T00:00:00Z"} if asked.path.endswith("/time")
        else {"slug": "mow"} if asked.path.endswith("/rulesets/mow")
        else {"token": "hb_2_x", "account": {"name": "sandbox-1"}} if "sandbox" in asked.path
        else game
    )  # fmt: skip
    client.sandbox("mow")
    client.rulesets()
    client.ruleset("mow")
    client.health()
    client.time()
    client.errors()
    client.games.create("mow", [herdbook.ME, herdbook.OPEN])
    client.games.list()
    client.games.view("g1")
    client.games.join("g1", seat=1)
    client.games.leave("g1")
    client.games.move("g1", "take", decision="d1")
    client.games.events("g1")
    client.games.resign("g1")
    client.games.return_to_seat("g1")
    client.games.abort("g1")
    client.games.undo("g1", to_version=7)
    client.games.decline_undo("g1")
    client.games.replay("g1")
    client.turns()
    client.next_turn()
    client.my_games()
    assert [f"{asked.method} {asked.path.removeprefix('/api/v1')}" for asked in peer.asked] == [
        "POST /sandbox",
        "GET /rulesets",
        "GET /rulesets/mow",
        "GET /health/ready",
        "GET /time",
        "GET /errors",
        "POST /games",
        "GET /games",
        "GET /games/g1",
        "POST /games/g1/seats",
        "DELETE /games/g1/seats/me",
        "POST /games/g1/moves",
        "GET /games/g1/events?after=0",
        "POST /games/g1/resign",
        "POST /games/g1/seats/me/return",
        "POST /games/g1/abort",
        "POST /games/g1/undo",
        "POST /games/g1/undo",
        "GET /games/g1/replay",
        "GET /me/turns",
        "GET /me/turns/next",
        "GET /me/games",
    ]
    keyed = [asked.path for asked in peer.asked if "idempotency-key" in asked.headers]
    assert keyed == [
        f"/api/v1/games{tail}"
        for tail in (
            *("", "/g1/seats", "/g1/resign", "/g1/seats/me/return", "/g1/abort"),
            *("/g1/undo", "/g1/undo"),
        )
    ]


def test_a_game_view_is_typed_and_knows_its_etag(client, peer, words):
    peer.says(words.ok(words.game(), ETag='"5-x"'))
    game = client.games.view("g1")
    assert game.etag == '"5-x"'
    assert game.created_at == datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    assert game.time_control == herdbook.TimeControl("per_move", seconds=60, on_expiry="house-bot")
    assert game.my_seat == game.seats[0]
    assert game.decision.legal_moves == ("2.1", "take")
    assert game.table["herd"] == ["5.0", "S@6", "7.1^A7"]


def test_a_view_that_has_not_changed_is_none(client, peer, words):
    peer.says(words.Answer(304))
    game = herdbook.Game("g1", "mow", "running", etag='"5"')
    assert client.games.news(game, wait=30) is None
    (asked,) = peer.asked
    assert asked.headers["if-none-match"] == '"5"'
    assert asked.headers["prefer"] == "wait=30"


def test_nothing_owed_and_no_news_are_nothing(client, peer, words):
    peer.says(words.Answer(204), words.Answer(204))
    assert client.next_turn(after="d1", wait=1) is None
    assert client.games.events("g1", after=5, wait=1) == ()
    assert [asked.path for asked in peer.asked] == [
        "/api/v1/me/turns/next?after=d1",
        "/api/v1/games/g1/events?after=5",
    ]


def test_the_feed_goes_on_at_its_cursor(client, peer, words):
    told = {
        "id": "2-5",
        "type": "game.started",
        "at": "2026-01-01T00:00:00Z",
        "data": {"game": "g"},
    }
    peer.says(
        words.ok({"items": [told], "next": "2-5", "cursor": "2-5"}),
        words.Answer(204),
        words.ok({"items": [], "next": None, "cursor": "3-9"}),
    )
    part = client.account_events(limit=1)
    assert (part.items[0].type, part.items[0].data, part.more) == (
        "game.started",
        {"game": "g"},
        True,
    )
    nothing = client.account_events(after=part.cursor, wait=9)
    assert (nothing.items, nothing.cursor, nothing.more) == ((), "2-5", False)
    assert client.account_events(after="latest").cursor == "3-9"
    assert [asked.path for asked in peer.asked] == [
        "/api/v1/me/events?limit=1",
        "/api/v1/me/events?after=2-5",
        "/api/v1/me/events?after=latest",
    ]
    assert peer.asked[1].headers["prefer"] == "wait=9"


def test_what_is_owed_says_where_the_feed_goes_on(client, peer, words):
    peer.says(
        words.ok({"items": [{"game": "g1"}], "next": None, "count": 1, "events_after": "2-5"})
    )
    owed = client.turns(sort="waiting", limit=500)
    assert (owed.count, owed.items[0].game, owed.events_after) == (1, "g1", "2-5")
    assert peer.asked[0].path == "/api/v1/me/turns?sort=waiting&limit=500"


def test_the_address_of_the_calendar_is_made_once_and_taken_back(client, peer, words):
    peer.says(
        words.ok({"active": False, "created_at": None}),
        words.ok({"address": "https://cards.example/x.ics"}, 201),
        words.Answer(204),
    )
    assert client.calendar() == herdbook.CalendarState(active=False)
    assert client.new_calendar_address() == "https://cards.example/x.ics"
    assert client.close_calendar() is None
    assert "idempotency-key" not in peer.asked[1].headers


def test_a_move_brings_its_events_and_the_game(client, peer, words):
    event = {"version": 6, "type": "CowPlayed", "at": "2026-01-01T00:00:00Z", "seat": 0,
             "cause": "bot", "data": {"card": "2.1"}, "new": True}  # fmt: skip
    body = {"events": [event], "game": words.game(decision=None)}
    peer.says(words.ok(body, 201), words.ok(body, Idempotency_Replayed="true"))
    moved = client.games.move("g1", "2.1", decision="d1")
    assert moved.events[0].data == {"card": "2.1"}
    assert not moved.replayed
    assert client.games.move("g1", "2.1", decision="d1").replayed
    assert peer.asked[0].body == {"move": "2.1", "decision": "d1"}


def test_a_free_move_names_no_decision_but_has_a_key(client, peer, words):
    peer.says(words.ok({"events": [], "game": words.game()}, 201))
    client.games.move("g1", "cry:HEN", decision=None)
    assert peer.asked[0].body == {"move": "cry:HEN"}
    assert "idempotency-key" in peer.asked[0].headers


def test_filters_are_sent_as_the_contract_writes_them(client, peer, words):
    peer.says(words.ok({"items": [words.game(table=None)], "next": "c2"}))
    page = client.games.list(open=True, mine=False, ruleset="mow", limit=1)
    assert page.next == "c2"
    assert page.items[0].table == {}
    assert peer.asked[0].path == "/api/v1/games?ruleset=mow&mine=false&open=true&limit=1"


def test_seats_of_all_kinds_are_asked_for(client, peer, words):
    peer.says(words.ok(words.game(), 201))
    seats = [herdbook.ME, herdbook.OPEN, herdbook.house("hard"), herdbook.invite("bob")]
    client.games.create("mow", seats, private=True, rated=True, options={"limit": 20},
                        time_control={"kind": "per_move", "seconds": 9})  # fmt: skip
    assert peer.asked[0].body == {
        "ruleset": "mow",
        "seats": [
            {"kind": "me"},
            {"kind": "open"},
            {"kind": "house", "strategy": "hard"},
            {"kind": "invite", "account": "bob"},
        ],
        "options": {"limit": 20},
        "time_control": {"kind": "per_move", "seconds": 9},
        "rated": True,
        "private": True,
    }


def test_a_sandbox_is_asked_for_without_the_present_token(client, peer, words):
    account = {"name": "sandbox-7", "kind": "bot"}
    peer.says(words.ok({"token": "hb_7_hush", "account": account}, 201))
    sandbox = client.sandbox()
    assert "authorization" not in peer.asked[0].headers
    assert sandbox.token == "hb_7_hush"
    assert "hush" not in repr(sandbox)
    assert "hush" not in str(herdbook.reading.as_json(sandbox))


def test_heads_of_a_day_come_as_values(client, peer, words):
    item = {"game": None, "game_hash": "ab", "version": 9, "hash": "cd"}
    peer.says(words.ok({"items": [item], "next": "ab"}))
    page = client.log_heads(datetime.date(2026, 11, 29), limit=1)
    assert peer.asked[0].path == "/api/v1/log/heads?day=2026-11-29&limit=1"
    assert page.items == (herdbook.LogHead(game=None, game_hash="ab", version=9, hash="cd"),)
    assert page.next == "ab"


def test_an_unready_server_is_no_error_and_is_asked_once(client, peer, words):
    peer.says(words.problem(503, "unavailable", parts={"database": "down"}))
    health = client.health()
    assert not health.ready
    assert health.details["parts"] == {"database": "down"}
    assert len(peer.asked) == 1


def test_ids_cannot_climb_out_of_their_path(client, peer):
    with pytest.raises(herdbook.NotFoundError):
        client.games.view("../me?x=#1")
    assert peer.asked[0].path == "/api/v1/games/..%2Fme%3Fx%3D%231"


def test_calls_share_a_connection(client, peer, words):
    peer.says(*[words.ok(words.game())] * 3)
    for _ in range(3):
        client.games.view("g1")
    assert len({asked.peer for asked in peer.asked}) == 1


@pytest.mark.parametrize("tail", ["", "/", "/api/v1", "/api/v1/"])
def test_the_address_may_be_written_with_or_without_the_api(tail):
    with herdbook.Client(f"http://127.0.0.1:1{tail}") as client:
        assert client.url == "http://127.0.0.1:1"


@pytest.mark.parametrize(
    "url", ["", "localhost:8000", "ftp://x", "http://", "http://me:pass@x", "ftp://me:pass@x:y"]
)
def test_what_is_no_address_is_refused_without_quoting_a_password(url):
    with pytest.raises(ValueError, match=r"URL") as caught:
        herdbook.Client(url)
    assert "pass@" not in str(caught.value)


def test_calls_of_accounts_have_their_method_path_and_body(client, peer, words):
    page: dict[str, Any] = {"items": [], "next": None}
    named = {"name": "bob", "id": "t1", "token": "hb_2_hush"}
    peer.script = lambda asked: words.ok(
        page if asked.method == "GET"
        else named | {"account": {"name": "bob"}} if asked.path.endswith("accounts")
        else named
    )  # fmt: skip
    client.register("bob", "a long password", email="bob@cards.example")
    client.token = "hb_1_x"
    client.new_token("ci", ["games:read"], expires_in=60)
    client.tokens()
    client.limits()
    client.sanctions()
    client.block("bob/..")
    client.unblock("bob")
    client.player_games("bob")
    client.invitations()
    client.bots.list()
    client.change_password("a long password", "a longer password", end_tokens=True)
    client.export()
    client.send_email_confirmation()
    client.confirm_email("a code")
    client.reset_password("a code", "a longer password")
    assert [f"{asked.method} {asked.path.removeprefix('/api/v1')}" for asked in peer.asked] == [
        "POST /accounts", "POST /tokens", "GET /tokens", "GET /me/limits", "GET /me/sanctions",
        "PUT /me/blocks/bob%2F..", "DELETE /me/blocks/bob", "GET /players/bob/games",
        "GET /me/invitations", "GET /bots", "PUT /me/password", "GET /me/export",
        "POST /me/email-confirmation",
        "POST /email-confirmations", "POST /password-resets/use",
    ]  # fmt: skip
    assert peer.asked[0].body == {
        "name": "bob", "password": "a long password", "email": "bob@cards.example",
    }  # fmt: skip
    assert peer.asked[1].body == {"label": "ci", "scopes": ["games:read"], "expires_in": 60}
    assert not any("idempotency-key" in asked.headers for asked in peer.asked)
    assert "authorization" not in peer.asked[0].headers
