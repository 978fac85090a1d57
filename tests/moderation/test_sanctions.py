"""Sanctions: what each keeps from, for how long, and what the account is told."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import clock
from accounts.models import Account, Mute, Token
from accounts.moderation import sanctions
from accounts.moderation.actors import COMMAND_LINE
from accounts.moderation.errors import BadOrderError, NotClaimedError, NothingToDoError
from accounts.moderation.models import Sanction
from accounts.webhooks import leasing
from accounts.webhooks.backlog import backlog
from accounts.webhooks.models import Webhook, WebhookDelivery
from tests.accounts.people import PASSWORD, bot_player, fresh_address, log_in, open_bot
from tests.api.routes import ROUTES
from tests.cast import problem
from tests.moderation.reporting import case_of, claim, close, send
from tests.moderation.staff import audited, impose, lift, open_staff
from tests.services.account_feeds import types_of
from tests.tables import seated

KIND = Sanction.Kind
ALLOWED = {
    "GET /me/sanctions",
    "GET /me/limits",
    "GET /me/export",
    "POST /me/sanctions/{sanction}/appeal",
    "POST /me/sanctions/{sanction}/acknowledge",
    "DELETE /tokens/{token}",
}
RATED = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True}


def listed(player):
    response = player.get("/me/sanctions")
    assert response.status_code == 200, response.content
    return response.json()["items"]


def test_a_suspended_account_is_refused_everywhere_but_where_it_learns_why(subtests, ann, ben):
    """A51"""
    game = seated(ann, ben)
    impose(ann, hours=2)
    for route in ROUTES:
        with subtests.test(str(route)):
            response = ann.request(route.method, route.at(game, ben.name), route.body)
            if str(route) in ALLOWED:
                assert response.status_code in {200, 204, 404}, response.content
            else:
                body = problem(response, 403, "account_sanctioned")
                assert body["sanction"]["kind"] == "suspension"
                assert body["sanction"]["ends_at"] is not None
                assert "/me/sanctions" in body["detail"]


def test_a_move_is_refused_on_the_short_way_too(ann, ben):
    game = seated(ann, ben)
    decision = ann.view(game)["decision"]
    body = {"decision": decision["id"], "move": decision["legal_moves"][0]}
    sanction = impose(ann)
    problem(ann.post(f"/games/{game}/moves", body), 403, "account_sanctioned")
    lift(sanction)
    assert ann.post(f"/games/{game}/moves", body).status_code == 201


def test_to_who_is_suspended_a_private_game_and_none_are_the_same(ann, ben):
    foreign = ben.create("me", "open", private=True)["id"]
    impose(ann)
    answers = [ann.get(f"/games/{id_}", Request_Id="same") for id_ in (foreign, str(uuid4()))]
    assert len({(one.status_code, one.content, tuple(one.headers.items())) for one in answers}) == 1


def test_it_ends_by_itself_or_when_it_is_lifted(ann):
    sanction = impose(ann)
    problem(ann.get("/me"), 403, "account_sanctioned")
    lift(sanction)
    assert ann.get("/me").status_code == 200
    again = impose(ann, hours=1)
    Account.objects.filter(id=ann.account).update(suspended_until=timezone.now())
    assert ann.get("/me").status_code == 200
    with pytest.raises(NothingToDoError):
        lift(sanction)
    assert again.lifted_at is None


def test_the_longest_of_several_counts(ann):
    long, short = impose(ann, hours=5), impose(ann, hours=1)
    lift(long)
    until = Account.objects.get(id=ann.account).suspended_until
    assert until == short.ends_at
    lift(short)
    assert Account.objects.get(id=ann.account).suspended_until is None


def test_what_holds_for_an_owner_holds_for_the_bots(ann):
    bot = bot_player(ann, open_bot(ann), "games:read", "account:read")
    sanction = impose(ann)
    problem(bot.get("/me"), 403, "account_sanctioned")
    assert [one["id"] for one in bot.get("/me/sanctions").json()["items"]] == [str(sanction.id)]
    lift(sanction)
    assert bot.get("/me").status_code == 200
    of_the_bot = impose(bot)
    problem(bot.get("/me"), 403, "account_sanctioned")
    assert ann.get("/me").status_code == 200
    assert listed(ann)[0]["account"] == bot.name
    assert listed(ann)[0]["id"] == str(of_the_bot.id)


def test_a_bot_made_later_is_kept_from_the_same(ann):
    impose(ann, KIND.NO_RATED_PLAY)
    bot = bot_player(ann, open_bot(ann))
    assert problem(bot.post("/games", RATED), 403, "account_sanctioned")


def test_the_account_reads_what_was_decided_and_nobody_else_does(moderator, ann, ben):
    """A51: reason, dates, case, appeal state, lifted ones too; not who decided, nor the note."""
    case = claim(case_of(send(ben, "other", player=ann.name)), by=moderator).id
    mute = impose(ann, KIND.CHAT_MUTE, by=moderator, case=case, private_note="a secret", hours=3)
    lift(mute, by=moderator)
    impose(ann, KIND.SUSPENSION, by=moderator)
    latest, first = listed(ann)
    assert (latest["kind"], latest["ends_at"], latest["appeal"]) == ("suspension", None, None)
    assert (first["kind"], first["case"], first["reason"]) == ("chat_mute", str(case), "other")
    assert first["lifted_at"]
    assert first["lifted_reason"] == "It was a mistake."
    assert {"starts_at", "text", "account"} <= set(first)
    text = ann.get("/me/sanctions").content.decode()
    assert "a secret" not in text
    assert moderator.name not in text
    assert listed(ben) == []
    page = ann.get("/me/sanctions?limit=1").json()
    rest = ann.get(f"/me/sanctions?limit=1&cursor={page['next']}").json()
    assert [page["items"][0]["id"], rest["items"][0]["id"]] == [latest["id"], first["id"]]


def test_a_sanction_of_a_case_is_imposed_by_who_works_on_it(moderator, ann, ben, clock):
    case = case_of(send(ben, "other", player=ann.name))
    bot, before = bot_player(ann, open_bot(ann)), Sanction.objects.count()
    with pytest.raises(NotClaimedError):
        impose(ann, by=moderator, case=case.id)
    claim(case, by=moderator)
    with pytest.raises(NotClaimedError):
        impose(ann, by=open_staff(), case=case.id)
    for other, wrong in ((ben, case.id), (ann, uuid4())):
        with pytest.raises(BadOrderError, match="no such case"):
            impose(other, by=moderator, case=wrong)
    assert Sanction.objects.count() == before
    for one in (ann, bot):
        assert impose(one, KIND.WARNING, by=moderator, case=case.id).case == case.id
    clock.advance(django_settings.HERDBOOK_CASE_LEASE.total_seconds() + 1)
    with pytest.raises(NotClaimedError):
        impose(ann, by=moderator, case=case.id)
    close(claim(case, by=moderator), by=moderator)
    with pytest.raises(NothingToDoError, match="closed"):
        impose(ann, by=moderator, case=case.id)


def test_the_feed_tells_of_it(ann):
    lift(impose(ann, KIND.CHAT_MUTE))
    assert types_of(ann.account) == ["sanction.imposed", "sanction.lifted"]


def test_a_warning_keeps_from_nothing_and_is_acknowledged(ann, ben):
    warning = impose(ann, KIND.WARNING)
    assert ann.get("/me").status_code == 200
    path = f"/me/sanctions/{warning.id}/acknowledge"
    shown = ann.post(path)
    assert shown.status_code == 200
    at = shown.json()["acknowledged_at"]
    assert at is not None
    assert ann.post(path).json()["acknowledged_at"] == at
    problem(ben.post(path), 404, "not_found")
    mute = impose(ann, KIND.CHAT_MUTE)
    problem(ann.post(f"/me/sanctions/{mute.id}/acknowledge"), 409, "sanction_over")
    for bad in ("x", str(uuid4()), str(warning.id).upper()):
        problem(ann.post(f"/me/sanctions/{bad}/acknowledge"), 404, "not_found")


def test_no_rated_play_keeps_from_rated_games_only(ann, ben):
    rated = ben.post("/games", RATED).json()["id"]
    invited = {**RATED, "seats": [{"kind": "me"}, {"kind": "invite", "account": ann.name}]}
    kept = ben.post("/games", invited).json()["id"]
    sanction = impose(ann, KIND.NO_RATED_PLAY, hours=1)
    for response in (
        ann.post("/games", RATED),
        ann.post(f"/games/{rated}/seats", {}),
        ann.post(f"/games/{kept}/invitation", {"accept": True}),
        ann.post("/quick-match", {"ruleset": "mow", "seats": 2, "rated": True}),
    ):
        body = problem(response, 403, "account_sanctioned")
        assert body["sanction"]["kind"] == "no_rated_play"
    assert ann.create("me", "open")["rated"] is False
    lift(sanction)
    ann.join(rated)


def test_a_chat_mute_of_one_game_leaves_the_others(ann, ben):
    """S79"""
    one, other = seated(ann, ben), seated(ann, ben)
    impose(ann, KIND.CHAT_MUTE, game=one)
    problem(ann.post(f"/games/{one}/chat", {"text": "hi"}), 403, "muted")
    assert ann.post(f"/games/{other}/chat", {"text": "hi"}).status_code == 201


def test_the_command_mute_makes_sanctions_and_takes_them_back(ann, ben):
    game = seated(ann, ben)
    bot = Account.objects.get(name=open_bot(ann))
    call_command("mute", ann.name, "--hours", "2")
    call_command("mute", ann.name)
    assert [one["kind"] for one in listed(ann)] == ["chat_mute"] * 2
    problem(ann.post(f"/games/{game}/chat", {"text": "hi"}), 403, "muted")
    assert not Mute.objects.filter(muted__in=[ann.account, bot.id]).exists()
    call_command("mute", ann.name, "--end")
    assert ann.post(f"/games/{game}/chat", {"text": "hi"}).status_code == 201
    assert all(one["lifted_at"] for one in listed(ann))


def test_who_is_suspended_logs_in_to_learn_why_and_to_nothing_else(ann):
    impose(ann)
    given = log_in(
        ann.name, address=fresh_address(), scopes=["account:read", "account:write", "games:read"]
    )
    assert given.status_code == 201
    ann.token = given.json()["token"]
    problem(ann.get("/me/turns"), 403, "account_sanctioned")
    assert len(listed(ann)) == 1
    assert ann.delete(f"/tokens/{ann.token.split('_')[1]}").status_code == 204
    problem(ann.get("/me/sanctions"), 401, "token_revoked")


def test_a_session_in_a_browser_ends(ann):
    browser = Client()
    assert browser.login(username=ann.name, password=PASSWORD)
    impose(ann)
    assert not Client().login(username=ann.name, password=PASSWORD)
    Account.objects.filter(id=ann.account).update(is_staff=True, is_superuser=True)
    assert browser.get("/admin/").status_code == 302
    Account.objects.filter(id=ann.account).update(is_staff=False, is_superuser=False)


def test_the_calendar_of_who_is_suspended_is_not_found(ann):
    address = ann.post("/me/calendar", {}).json()["address"]
    path = address[address.index("/calendar/") :]
    caller = type(ann)()
    assert caller.get(path).status_code == 200
    impose(ann)
    problem(caller.get(path), 404, "not_found")


def test_a_look_at_the_token_stays_one_query(ann, django_assert_num_queries):
    impose(ann)
    with django_assert_num_queries(1):
        ann.get("/rulesets")


@pytest.mark.parametrize(
    "wrong",
    [
        {"public_text": " "},
        {"ends_at": timezone.now() - timedelta(seconds=1)},
        {"kind": KIND.WARNING, "ends_at": timezone.now() + timedelta(days=1)},
        {"kind": KIND.SUSPENSION, "game": uuid4()},
        {"account": uuid4()},
    ],
)
def test_what_makes_no_sense_is_refused(ann, wrong):
    fields = {
        "account": ann.account,
        "kind": KIND.CHAT_MUTE,
        "reason": "other",
        "public_text": "x",
        "now": clock.now(),
        **wrong,
    }
    with pytest.raises(BadOrderError):
        sanctions.impose(actor=COMMAND_LINE, **fields)
    assert listed(ann) == []


def test_tokens_live_on(ann):
    before = Token.objects.filter(account=ann.account, revoked_at=None).count()
    lift(impose(ann))
    assert Token.objects.filter(account=ann.account, revoked_at=None).count() == before


def test_messages_for_webhooks_wait_and_are_no_sign_of_trouble(ann):
    assert ann.post("/webhooks", {"url": "https://1.1.1.1/", "types": ["sanction.imposed"]})
    hook = Webhook.objects.get(account=ann.account)
    sanction = impose(ann)
    assert WebhookDelivery.objects.filter(webhook=hook).count() == 1
    waiting, sendable = leasing.waiting(limit=1000), backlog().sendable
    assert hook.id not in waiting
    lift(sanction)
    assert hook.id in leasing.waiting(limit=1000)
    assert backlog().sendable == sendable + 1
    hook.delete()


def test_an_account_that_ends_takes_its_sanctions_along_and_the_audit_log_stays(moderator, ann):
    sanction = impose(ann, KIND.CHAT_MUTE, by=moderator)
    id_ = ann.account
    assert ann.post(f"/me/sanctions/{sanction.id}/appeal", {"text": "no"}).status_code == 201
    assert ann.delete("/me").status_code == 204
    assert not Account.objects.filter(id=id_).exists()
    assert not Sanction.objects.filter(id=sanction.id).exists()
    assert len(audited("account", id_)) == 1
