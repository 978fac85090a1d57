"""Tokens of apps: how they are renewed, taken back, looked up and stored."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, RefreshToken

from accounts.models import Account, Token
from accounts.oauth import purging
from accounts.scopes import Scope
from tests.accounts.oauth.browsing import (
    DEVICE_CODE,
    allowed,
    code_of,
    logged_in,
    person,
    refused,
    register,
)
from tests.cast import Caller, problem
from tests.concurrency.racing import answers, crew, errors


@pytest.fixture
def browser(database):
    return logged_in()


@pytest.fixture
def app(database):
    return register(person())


def _is_good(access):
    response = Caller(token=access).get("/me/turns")
    if response.status_code == 200:
        return True
    problem(response, 401, "token_revoked")
    return False


def test_a_refresh_token_gives_a_new_pair_and_is_spent(browser, app):
    first = allowed(browser, app)
    second = app.refresh(first["refresh_token"]).json()
    assert second["scope"] == first["scope"]
    assert len({*first.values(), *second.values()} & {first["refresh_token"]}) == 1
    assert second["refresh_token"] != first["refresh_token"]
    assert not _is_good(first["access_token"])
    assert _is_good(second["access_token"])
    third = app.refresh(second["refresh_token"]).json()
    assert _is_good(third["access_token"])


def test_one_that_is_used_again_takes_the_whole_family_along(browser, app):
    first, other = allowed(browser, app), allowed(browser, app)
    second = app.refresh(first["refresh_token"]).json()
    third = app.refresh(second["refresh_token"]).json()
    refused(app.refresh(first["refresh_token"]), "invalid_grant")
    assert not _is_good(third["access_token"])
    refused(app.refresh(third["refresh_token"]), "invalid_grant")
    assert _is_good(other["access_token"])
    assert app.refresh(other["refresh_token"]).status_code == 200


def _together(app, ask):
    """Let four of the app's machines ask the same at the same moment; return the answers."""
    machines = [replace(app, client=Client()) for _ in range(4)]
    with crew(4) as threads:
        finishes = threads.race([partial(ask, machine) for machine in machines])
    assert errors(finishes) == []
    found = answers(finishes)
    for one in found:
        if one.status_code != 200:
            refused(one, "invalid_grant")
    good = [one.json() for one in found if one.status_code == 200]
    assert len(good) <= 1
    return good


def test_of_four_at_the_same_moment_three_are_too_many(browser, app):
    """Nobody can say which of them is the thief, so all are out."""
    first = allowed(browser, app)
    for one in _together(app, lambda machine: machine.refresh(first["refresh_token"])):
        assert not _is_good(one["access_token"])
        refused(app.refresh(one["refresh_token"]), "invalid_grant")


def test_a_code_sent_by_four_at_once_gives_nothing_that_lasts(browser, app):
    code = code_of(browser.send(app.request(), answer="allow"))
    for one in _together(app, lambda machine: machine.redeem(code)):
        assert not _is_good(one["access_token"])
    account = Account.objects.get(name=browser.person.name)
    assert AccessToken.objects.filter(user=account).count() == 0


def test_a_refresh_token_is_of_its_app_and_can_ask_for_less(browser, app):
    tokens = allowed(browser, app)
    other = register(person())
    refused(other.refresh(tokens["refresh_token"]), "invalid_grant")
    refused(app.refresh(tokens["refresh_token"], scope="chat:write"), "invalid_scope")
    less = app.refresh(tokens["refresh_token"], scope="games:read").json()
    assert less["scope"] == "games:read"
    answer = Caller(token=less["access_token"]).post("/games", {"ruleset": "mow", "seats": []})
    problem(answer, 403, "insufficient_scope")


def test_an_access_token_ends_by_itself(browser, app):
    tokens = allowed(browser, app)
    ended = timezone.now() - timedelta(seconds=1)
    Token.objects.filter(id=tokens["access_token"].split("_")[1]).update(expires_at=ended)
    AccessToken.objects.filter(key__id=tokens["access_token"].split("_")[1]).update(expires=ended)
    problem(Caller(token=tokens["access_token"]).get("/me/turns"), 401, "token_expired")
    assert _is_good(app.refresh(tokens["refresh_token"]).json()["access_token"])


def test_a_refresh_token_that_nobody_uses_ends_after_30_days(browser, app):
    tokens = allowed(browser, app)
    owner = AccessToken.objects.filter(key__id=tokens["access_token"].split("_")[1])
    owner.update(expires=timezone.now() - timedelta(days=30))
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_an_app_takes_back_what_it_has(browser, app, which):
    tokens = allowed(browser, app)
    stranger = register(person())
    assert stranger.post("revoke", token=tokens[which]).status_code == 200
    assert _is_good(tokens["access_token"])
    for hint in (None, "access_token", "refresh_token", "x"):
        response = app.post("revoke", token=tokens[which], token_type_hint=hint)
        assert (response.status_code, response.content) == (200, b"")
    assert not _is_good(tokens["access_token"])
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")
    assert app.post("revoke", token="nothing").status_code == 200
    refused(app.post("revoke"), "invalid_request")


def test_an_app_is_told_of_its_own_tokens_only(browser):
    app, other = (register(person(), confidential=True) for _ in range(2))
    tokens = allowed(browser, app)
    said = app.post("introspect", token=tokens["access_token"]).json()
    assert said["active"] is True
    assert said["scope"] == "games:read games:play"
    assert said["client_id"] == app.client_id
    assert said["username"] == browser.person.name
    assert said["exp"] - said["iat"] == 3600
    assert app.post("introspect", token=tokens["refresh_token"]).json()["active"] is True
    for token in (*(tokens[k] for k in ("access_token", "refresh_token")), "x", app.secret):
        assert other.post("introspect", token=token).json() == {"active": False}
    own = browser.person.token
    assert app.post("introspect", token=own).json() == {"active": False}
    refused(app.post("introspect", token="x", client_secret="y"), "invalid_client", 401)
    app.post("revoke", token=tokens["access_token"])
    for which in ("access_token", "refresh_token"):
        assert app.post("introspect", token=tokens[which]).json() == {"active": False}


def test_people_see_whom_they_have_let_in_and_take_it_back(browser, app):
    tokens = allowed(browser, app)
    pending = code_of(browser.send(app.request("games:read"), answer="allow"))
    (shown,) = browser.person.get("/me/apps").json()["items"]
    assert shown["client_id"] == app.client_id
    assert shown["name"] == "Kitchen board"
    assert shown["author"].startswith("person-")
    assert shown["scopes"] == ["games:play", "games:read"]
    stranger = person()
    assert stranger.delete(f"/me/apps/{app.client_id}").status_code == 204
    assert _is_good(tokens["access_token"])
    for client_id in (app.client_id, app.client_id, "hbapp_0", "%00"):
        assert browser.person.delete(f"/me/apps/{client_id}").status_code == 204
    assert not _is_good(tokens["access_token"])
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")
    refused(app.redeem(pending), "invalid_grant")
    assert browser.person.get("/me/apps").json()["items"] == []


def test_a_person_can_take_back_a_token_by_its_id(browser, app):
    tokens = allowed(browser, app)
    listed = [one["id"] for one in browser.person.get("/tokens").json()["items"]]
    id_ = tokens["access_token"].split("_")[1]
    assert id_ not in listed
    assert browser.person.delete(f"/tokens/{id_}").status_code == 204
    assert not _is_good(tokens["access_token"])
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")


def test_who_ends_an_account_ends_what_apps_may_do_for_it(browser, app):
    tokens = allowed(browser, app)
    code = code_of(browser.send(app.request(), answer="allow"))
    assert browser.person.delete("/me").status_code == 204
    response = Caller(token=tokens["access_token"]).get("/me/turns")
    problem(response, 401, "token_invalid")
    refused(app.refresh(tokens["refresh_token"]), "invalid_grant")
    refused(app.redeem(code), "invalid_grant")


def test_an_app_makes_nothing_that_outlives_what_it_was_allowed(browser, app):
    caller = Caller(token=allowed(browser, app, scope=" ".join(Scope))["access_token"])
    bot = caller.post("/bots", {"name": f"b-{browser.person.name[-12:]}"}).json()["name"]
    key = {"label": "mine for ever", "scopes": ["games:read"]}
    for method, path, body in (
        ("POST", "/tokens", key),
        ("POST", f"/bots/{bot}/tokens", key),
        ("POST", "/apps", {"name": "x", "device_flow": True}),
        ("PATCH", "/apps/hbapp_0", {}),
        ("POST", "/apps/hbapp_0/rotate-secret", {}),
        ("DELETE", "/apps/hbapp_0", None),
        ("POST", "/me/calendar", {}),
        ("DELETE", "/me", None),
    ):
        problem(caller.request(method, path, body), 403, "not_for_apps")


def test_a_dump_of_the_database_holds_no_usable_token(browser):
    """F25: neither tokens nor codes nor secrets stand in any table, only hashes of them."""
    app = register(person(), confidential=True, device_flow=True)
    tokens = allowed(browser, app)
    code = code_of(browser.send(app.request(), answer="allow"))
    device = app.post("device-authorization", scope="games:read").json()
    own = browser.person.token
    dump = _dump()
    texts = {
        "access": tokens["access_token"],
        "refresh": tokens["refresh_token"],
        "code": code,
        "device": device["device_code"],
        "typed": device["user_code"],
        "letters": device["user_code"].replace("-", ""),
        "secret": app.secret,
        "own": own,
    }
    for what, text in texts.items():
        assert text not in dump, what
        assert text.rpartition("_")[2] not in dump, what
    assert tokens["access_token"].split("_")[1] in dump  # it is a dump indeed
    # Each of them is good all the same.
    assert app.refresh(tokens["refresh_token"]).status_code == 200
    assert app.redeem(code).status_code == 200
    refused(
        app.post("token", grant_type=DEVICE_CODE, device_code=device["device_code"]),
        "authorization_pending",
    )


def _dump() -> str:
    """Return all rows of all tables as text."""
    parts = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT t::text FROM "{table}" AS t')  # noqa: S608 - of the catalogue
            parts += [row[0] for row in cursor.fetchall()]
    return "\n".join(parts)


def test_what_is_over_is_removed_and_what_is_not_stays(browser, app):
    """Spent refresh tokens stay as long as they can betray a thief."""
    old, live = allowed(browser, app), allowed(browser, app)
    spent = live
    live = app.refresh(live["refresh_token"]).json()
    past = timezone.now() - timedelta(days=40)
    key = Token.objects.filter(id=old["access_token"].split("_")[1])
    AccessToken.objects.filter(key__in=key).update(expires=past)
    key.update(expires_at=past)
    purging.forget_old()
    assert not key.exists()
    assert _is_good(live["access_token"])
    refused(app.refresh(spent["refresh_token"]), "invalid_grant")
    assert not _is_good(live["access_token"])
    account = Account.objects.get(name=browser.person.name)
    RefreshToken.objects.filter(user=account).update(revoked=past)
    purging.forget_old()
    assert not RefreshToken.objects.filter(user=account).exists()
