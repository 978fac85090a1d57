"""GET /bots/{name}/refusals/{decision}: by which moves a bot has lost a decision (S44)."""

import json
import logging
from datetime import timedelta

import pytest
from django.db import connection

from accounts import clock
from accounts.event_types import EventType
from accounts.models import AccountEvent
from games.models import RefusedMove
from games.services import deadlines, refused_moves
from tests.accounts.keys import key_for
from tests.accounts.oauth.browsing import allowed, logged_in, register
from tests.accounts.oauth.browsing import person as open_person
from tests.accounts.people import bot_player, open_bot
from tests.api.refusing import SENT, lose
from tests.cast import Caller, problem
from tests.services.account_feeds import catch_up, tell_all


@pytest.fixture(autouse=True)
def caught_up(database):
    catch_up()


@pytest.fixture
def owner(database):
    return open_person()


@pytest.fixture
def bot(owner):
    return bot_player(owner, open_bot(owner))


def asked(player, bot, decision):
    return player.get(f"/bots/{bot.name}/refusals/{decision}")


def told_of(name):
    own = AccountEvent.objects.filter(account__name=name, type=EventType.MOVES_REFUSED)
    return [one.data for one in own]


def test_the_owner_is_told_once_and_reads_what_was_refused(owner, bot):
    decision, game = lose(bot)
    tell_all()
    tell_all()
    (told,) = told_of(owner.name)
    assert told == {
        "game": game,
        "version": told["version"],
        "seat": 0,
        "bot": bot.name,
        "decision": decision,
    }
    assert told_of(bot.name) == []
    body = asked(owner, bot, decision).json()
    assert body["next"] is None
    moves = [one["move"] for one in body["items"]]
    assert moves == [*SENT[:4], "x" * 199 + "…"]
    assert {one["code"] for one in body["items"]} <= {"illegal_move", "malformed_move"}


def test_the_feed_says_so_only_with_a_token_that_manages_bots(owner, bot):
    start = owner.get("/me/turns").json()["events_after"]
    lose(bot)
    tell_all()

    (told,) = owner.get(f"/me/events?after={start}").json()["items"]
    assert told["type"] == "bot.moves_refused"
    other = key_for(owner, "games:read").get(f"/me/events?after={start}")
    assert other.status_code == 204 or other.json()["items"] == []


def test_four_refusals_tell_nobody_and_can_be_read(owner, bot):
    decision, _ = lose(bot, SENT[:4])
    tell_all()
    assert told_of(owner.name) == []
    assert len(asked(owner, bot, decision).json()["items"]) == 4


def test_a_decision_that_is_lost_otherwise_tells_no_owner(owner, bot, clock):
    decision, game = lose(bot, SENT[:4])
    clock.advance(2 * 86_400)
    deadlines.sweep()
    tell_all()
    assert told_of(owner.name) == []
    assert bot.get(f"/games/{game}").json()["seats"][0]["state"] == "away"
    assert len(asked(owner, bot, decision).json()["items"]) == 4


def test_nobody_else_is_shown_them(owner, bot, alice):
    """They can name cards of the bot's hand."""
    decision, game = lose(bot)
    for other in (open_person(), alice):
        if "bots:manage" in other.get("/token").json()["scopes"]:
            problem(asked(other, bot, decision), 404, "not_found")
        else:
            problem(asked(other, bot, decision), 403, "insufficient_scope")
    problem(asked(Caller(), bot, decision), 401, "token_missing")
    problem(asked(bot, bot, decision), 403, "insufficient_scope")
    problem(asked(key_for(owner, "games:read"), bot, decision), 403, "insufficient_scope")
    browser = logged_in()
    mine = bot_player(browser.person, open_bot(browser.person))
    lost, _ = lose(mine)
    app = Caller(token=allowed(browser, register(owner), scope="bots:manage")["access_token"])
    problem(asked(app, mine, lost), 403, "not_for_apps")
    assert asked(browser.person, mine, lost).status_code == 200
    # Another bot's decision is none of this one's, also for who owns both.
    second = bot_player(owner, open_bot(owner))
    problem(asked(owner, second, decision), 404, "not_found")
    shown = json.dumps([bot.get(f"/games/{game}").json(), bot.get(f"/games/{game}/events").json()])
    assert "99.9" not in shown


@pytest.mark.parametrize("decision", ["none", "x" * 500, "é", f"{'0' * 32}-0-1", "a-0-1", "-"])
def test_what_is_no_decision_is_not_found(owner, bot, decision):
    problem(asked(owner, bot, decision), 404, "not_found")


def test_the_list_has_one_page(owner, bot):
    decision, _ = lose(bot)
    path = f"/bots/{bot.name}/refusals/{decision}"
    assert owner.get(f"{path}?limit=2").status_code == 200
    problem(owner.get(f"{path}?cursor=x"), 422, "invalid_request")


def test_a_throw_away_bot_has_no_owner_to_keep_them_for(alice):
    lose(alice)
    tell_all()
    assert not RefusedMove.objects.filter(account__name=alice.name).exists()


def test_what_the_house_and_people_send_is_not_kept(owner):
    lose(owner, ["x"] * 7)
    assert not RefusedMove.objects.filter(account__name=owner.name).exists()


def test_no_log_no_event_and_no_webhook_holds_them(owner, bot, caplog):
    caplog.set_level(logging.DEBUG)
    lose(bot, ["canary-of-a-card"] * 5)
    tell_all()
    assert "canary-of-a-card" not in caplog.text
    with connection.cursor() as cursor:
        cursor.execute("SELECT data::text FROM account_event UNION ALL SELECT data::text FROM mail")
        assert "canary-of-a-card" not in str(cursor.fetchall())
        cursor.execute("SELECT payload FROM event")
        assert "canary-of-a-card" not in str(cursor.fetchall())


def test_they_go_with_the_bot_and_with_their_time(owner, bot, settings):
    lose(bot)
    second = bot_player(owner, open_bot(owner))
    decision, _ = lose(second)
    assert owner.delete(f"/bots/{bot.name}").status_code == 204
    assert RefusedMove.objects.filter(account__owner__name=owner.name).count() == 5
    old = clock.now() - timedelta(days=settings.HERDBOOK_EVENT_DAYS, minutes=1)
    RefusedMove.objects.filter(account__name=second.name, number=1).update(at=old)
    assert refused_moves.forget_old() >= 1
    assert len(asked(owner, second, decision).json()["items"]) == 4


def test_an_export_of_the_bot_has_them(owner, bot):
    decision, _ = lose(bot)
    reader = bot_player(owner, bot.name, "games:read", "account:read")
    (first, *others) = reader.get("/me/export").json()["refused_moves"]
    assert (first["decision"], first["move"], len(others)) == (decision, "99.9", 4)
    assert owner.get("/me/export").json()["refused_moves"] == []
    lacking = bot_player(owner, bot.name, "account:read")
    assert lacking.get("/me/export").json()["refused_moves"] == []
