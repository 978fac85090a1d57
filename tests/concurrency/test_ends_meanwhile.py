"""Accounts that end, or change, between the first query of a call and its last."""

from functools import partial

import pytest
from django.db.models import Q
from django.utils import timezone
from oauth2_provider.models import Grant

from accounts.models import Account, Token
from accounts.services import erasure, passwords
from tests.accounts.oauth.browsing import allowed, logged_in, person, refused, register
from tests.accounts.people import (
    PASSWORD,
    fresh_address,
    fresh_name,
    log_in,
    open_bot,
    open_person,
)
from tests.cast import Player, problem
from tests.concurrency.meanwhile import Call, while_it_is_open

GAME = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]}
NEW_PASSWORD = {"new_password": "three ducks in a row"}
TOKEN = {"label": "a", "scopes": ["games:read"]}


def _delete(name: str) -> None:
    Account.objects.filter(name=name).delete()


@pytest.mark.parametrize(
    ("method", "path", "body", "headers"),
    [
        ("PATCH", "/me", {"display_name": "Ann"}, {}),
        ("DELETE", "/me", None, {}),
        ("POST", "/tokens", TOKEN, {}),
        ("POST", "/bots", {"name": "{bot}"}, {}),
        ("POST", "/bots", {"name": "{bot}"}, {"Idempotency-Key": "k"}),
        ("POST", "/games", GAME, {}),
        ("POST", "/games", GAME, {"Idempotency-Key": "k"}),
    ],
)
def test_who_is_gone_holds_no_good_token(database, method, path, body, headers):
    ann = open_person()
    if body and body.get("name"):
        body = {"name": fresh_name("bot")}
    call = partial(ann.request, method, path, body, headers=headers)
    (answer,) = while_it_is_open(partial(_delete, ann.name), [call])
    if method == "DELETE":
        assert answer.status_code == 204
    else:
        problem(answer, 401, "token_invalid")


def test_a_token_stays_good_when_somebody_else_is_gone(database):
    ann, ben = open_person(), open_person()
    guest = GAME | {"seats": [{"kind": "me"}, {"kind": "invite", "account": ben.name}]}
    calls: list[Call] = [
        partial(ann.request, "PUT", f"/me/blocks/{ben.name}"),
        partial(ann.post, "/games", guest),
    ]
    for answer in while_it_is_open(partial(_delete, ben.name), calls):
        assert problem(answer, 503, "unavailable")["retryable"]
    problem(ann.request("PUT", f"/me/blocks/{ben.name}"), 404, "not_found")
    problem(ann.post("/games", guest), 422, "bad_seats")


@pytest.mark.parametrize("method", ["PATCH", "POST"])
def test_a_bot_that_is_gone_is_not_changed(database, method):
    ann = open_person()
    bot = open_bot(ann)
    path, body = {
        "PATCH": (f"/bots/{bot}", {"description": "fast"}),
        "POST": (f"/bots/{bot}/tokens", TOKEN),
    }[method]
    (answer,) = while_it_is_open(partial(_delete, bot), [partial(ann.request, method, path, body)])
    assert answer.status_code in {404, 503}
    problem(ann.request(method, path, body), 404, "not_found")


def test_changes_at_once_lose_none_of_both(database):
    ann = open_person()
    choices = ("your_turn", "invitations", "game_over")
    calls = [partial(ann.request, "PATCH", "/me", {"notifications": {c: True}}) for c in choices]
    rows = Account.objects.select_for_update().filter(name=ann.name)
    answers = while_it_is_open(partial(list, rows), calls)
    assert [answer.status_code for answer in answers] == [200] * 3
    rest = {"deadlines": False, "digest": False, "digest_hour": 8, "tokens": False, "bots": False}
    assert ann.get("/me").json()["notifications"] == rest | dict.fromkeys(choices, True)


def test_the_later_of_two_ends_brings_nothing_back(database):
    """It has read the account before the first one began."""
    ann = open_person()
    read_before = Account.objects.get(name=ann.name)
    assert ann.delete("/me").status_code == 204
    again: Player = open_person(ann.name)
    erasure.erase(read_before, now=timezone.now())
    assert again.get("/me").status_code == 200
    assert not Account.objects.filter(id=read_before.id).exists()


def _shut_out(name: str) -> None:
    """Do what a reset of the password does, inside a transaction."""
    account = Account.objects.select_for_update(no_key=True).get(name=name)
    account.set_password("three hens in a heap")
    account.save(update_fields=["password"])
    passwords.end_keys(account, now=timezone.now())


@pytest.fixture
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


@pytest.mark.usefixtures("cheap")
def test_who_is_shut_out_makes_no_token_meanwhile_that_would_outlive_it(database):
    ann = open_person()
    calls: list[Call] = [
        partial(ann.post, "/tokens", TOKEN),
        partial(ann.post, f"/bots/{open_bot(ann)}/tokens", TOKEN),
        partial(log_in, ann.name, address=fresh_address()),
    ]
    answers = while_it_is_open(partial(_shut_out, ann.name), calls)
    for answer in answers[:2]:
        problem(answer, 401, "token_revoked")
    problem(answers[2], 401, "bad_credentials")
    of_ann = Q(account__name=ann.name) | Q(account__owner__name=ann.name)
    assert not Token.objects.filter(of_ann, revoked_at=None).exists()


@pytest.mark.usefixtures("cheap")
def test_a_password_that_is_another_by_now_changes_nothing(database):
    ann = open_person()
    changes = {"email": f"{ann.name}@example.org", "password": PASSWORD}
    calls: list[Call] = [
        partial(ann.request, "PATCH", "/me", changes),
        partial(ann.request, "PUT", "/me/password", {**NEW_PASSWORD, "password": PASSWORD}),
    ]
    for answer in while_it_is_open(partial(_shut_out, ann.name), calls):
        problem(answer, 422, "wrong_password")
    stored = Account.objects.get(name=ann.name)
    assert stored.email == ""
    assert stored.check_password("three hens in a heap")


def test_an_app_gets_nothing_meanwhile_that_would_outlive_it(database):
    browser, app = logged_in(), register(person())
    refresh_token = allowed(browser, app)["refresh_token"]
    asked = browser.get(app.request())
    calls: list[Call] = [
        partial(app.refresh, refresh_token),
        partial(browser.answer, asked, app.request(), answer="allow"),
    ]
    name = browser.person.name
    refreshed, consented = while_it_is_open(partial(_shut_out, name), calls)
    refused(refreshed, "invalid_grant")
    assert consented["Location"].startswith("/oauth/log-in")
    assert not Token.objects.filter(account__name=name, revoked_at=None).exists()
    assert not Grant.objects.filter(user__name=name).exists()
