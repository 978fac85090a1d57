"""Reports of tokens found in public places: revoked, told to their owners, and to nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.mails.letters import Occasion
from accounts.mails.token_letters import token as letter
from accounts.models import Token
from accounts.services import expiring
from tests.accounts.keys import key_for
from tests.accounts.oauth.browsing import allowed, logged_in, person, refused, register
from tests.accounts.people import bot_player, open_bot
from tests.cast import Caller, problem


def _report(*texts):
    return Caller().post("/tokens/leaked", {"tokens": list(texts)})


def _id(key):
    assert key.token is not None
    return key.token.split("_")[1]


def _told(owner, type_="token.leaked"):
    return [one["data"] for one in owner.get("/me/events").json()["items"] if one["type"] == type_]


def test_a_token_that_was_found_opens_nothing_any_more_and_its_owner_is_told(database):
    owner = person()
    found = key_for(owner, "games:read")
    assert found.token
    assert _report(found.token).json() == {"received": 1}
    problem(found.get("/me/turns"), 401, "token_revoked")
    assert _told(owner) == [{"id": _id(found), "kind": "token"}]
    _report(found.token)
    assert len(_told(owner)) == 1


def test_of_a_token_of_a_bot_its_owner_is_told(database):
    owner = person()
    bot = bot_player(owner, open_bot(owner))
    _report(bot.token)
    problem(bot.get("/me/turns"), 401, "token_revoked")
    assert [one["kind"] for one in _told(owner)] == ["token"]


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_with_one_of_an_app_goes_all_that_it_was_allowed(database, which):
    browser, app = logged_in(), register(person())
    tokens = allowed(browser, app)
    _report(tokens[which])
    problem(Caller(token=tokens["access_token"]).get("/me/turns"), 401, "token_revoked")
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")
    assert [one["kind"] for one in _told(browser.person)] == ["app_token"]


def test_a_secret_of_an_app_is_good_no_longer(database):
    author = person()
    app = register(author, confidential=True)
    _report(app.secret)
    refused(app.refresh("x"), "invalid_client", 401)
    assert _told(author) == [{"id": app.client_id, "kind": "app_secret"}]


def test_the_answer_says_nothing_of_what_was_reported(database):
    """Nobody can find out by it whether a token is good, was good, or never was one."""
    owner = person()
    good, revoked = key_for(owner, "games:read"), key_for(owner, "games:read")
    owner.delete(f"/tokens/{_id(revoked)}")
    assert good.token
    nearly = good.token[:-1] + ("0" if good.token[-1] != "0" else "1")
    texts = (nearly, revoked.token, f"hb_{'0' * 16}_{'0' * 64}", "hello", "\u0130", good.token)
    same = {"Request-Id": "the-same"}
    answers = [
        Caller().request("POST", "/tokens/leaked", {"tokens": [text]}, headers=same)
        for text in texts
    ]
    assert {one.status_code for one in answers} == {202}
    assert len({one.content for one in answers}) == 1
    assert len({str(sorted(one.headers.items())) for one in answers}) == 1
    assert len(_told(owner)) == 1


def test_what_is_no_report_is_refused(database):
    bodies: tuple[dict[str, Any], ...] = (
        {},
        {"tokens": []},
        {"tokens": "x"},
        {"tokens": [1]},
        {"tokens": ["x"] * 51},
    )
    for body in bodies:
        problem(Caller().post("/tokens/leaked", body), 422, "invalid_request")
    problem(
        Caller().post("/tokens/leaked", {"tokens": ["x"]}, Idempotency_Key="k"),
        400,
        "idempotency_not_supported",
    )


def test_the_end_of_a_token_is_said_a_week_before_and_once(database):
    owner = person()
    now = timezone.now()
    bot = bot_player(owner, open_bot(owner))
    soon, of_bot, short, later = (
        key_for(owner, "games:read", expires_at=now + timedelta(days=6)),
        key_for(bot, "games:read", expires_at=now + timedelta(days=5)),
        key_for(owner, "games:read", expires_at=now + timedelta(days=6)),
        key_for(owner, "games:read", expires_at=now + timedelta(days=8)),
    )
    for one in (soon, of_bot, later):
        Token.objects.filter(id=_id(one)).update(created_at=now - timedelta(days=60))
    expiring.warn(now=now)
    expiring.warn(now=now)
    told = [one["id"] for one in _told(owner, "token.expiring")]
    assert told == [_id(of_bot), _id(soon)]
    assert _id(short) not in told


def test_the_mails_say_what_is_to_be_done(database):
    owner = person()
    now = timezone.now()
    key = key_for(owner, "games:read", expires_at=now + timedelta(days=3))
    about: dict[str, Any] = {"account": owner.account, "name": owner.name, "now": now}
    about["time_zone"] = "Europe/Vienna"
    id_ = _id(key)
    soon = letter(Occasion(data={"id": id_, "expires_at": "x"}, **about))
    assert soon is not None
    assert id_ in soon.body
    assert "Europe/Vienna" in soon.body
    for kind, said in (("token", "look for where"), ("app_secret", "rotate-secret")):
        leaked = letter(Occasion(data={"id": id_, "kind": kind}, **about))
        assert leaked is not None
        assert said in leaked.body
    owner.delete(f"/tokens/{id_}")
    assert letter(Occasion(data={"id": id_, "expires_at": "x"}, **about)) is None
