"""Tokens: what is none, and what was one once (A55)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Account
from tests.accounts.keys import key_for, revoke
from tests.api.routes import ROUTES
from tests.cast import Caller, problem
from tests.tables import seated

NONE_AT_ALL = (
    "",
    "Bearer",
    "Bearer ",
    "Bearer hb_",
    "Bearer hb_0123456789abcdef_" + "0" * 64,
    "Bearer null",
    "Basic YWxpY2U6c2VjcmV0",
    "Token {token}",
    "{token}",
    "Bearer {token} {token}",
    "Bearer {token},Bearer {token}",
    "Bearer {token}x",
    "Bearer {upper}",
    "Bearer \u00fc\u00fc",
    "Bearer\t{token}",
    "Bearer " + "a" * 8000,
    "Bearer hb_' OR 1=1 --_",
)


@pytest.mark.parametrize("form", NONE_AT_ALL)
def test_what_is_no_token_opens_nothing(alice, form):
    header = form.format(token=alice.token, upper=str(alice.token).upper())
    for path in ("/me/turns", "/games", "/time"):
        response = Caller().get(path, Authorization=header)
        body = problem(response, 401, "token_invalid")
        assert response["WWW-Authenticate"].startswith("Bearer")
        assert str(alice.token).split("_")[2] not in response.text
        assert "hb_" not in body["detail"]


@pytest.mark.parametrize("form", ["Bearer {}", "bearer {}", "BEARER {}", "Bearer   {} "])
def test_the_scheme_is_read_as_http_wants_it(alice, form):
    response = Caller().get("/me/turns", Authorization=form.format(alice.token))
    assert response.status_code == 200


def test_a_bad_token_is_401_on_every_path(subtests, alice, bob):
    game = seated(alice, bob)
    expired = key_for(alice, "games:read", expires_at=timezone.now() - timedelta(seconds=1))
    revoked = key_for(alice, "games:read")
    revoke(revoked)
    bad = {
        "token_invalid": Caller(token="hb_0123456789abcdef_" + "0" * 64),
        "token_expired": expired,
        "token_revoked": revoked,
    }
    asked = [(route.method, route.at(game), route.body) for route in ROUTES]
    asked += [("GET", "/nowhere", None), ("POST", "/games/x/y/z", {}), ("PUT", "/games", {})]
    for code, caller in bad.items():
        for method, path, body in asked:
            with subtests.test(f"{code} {method} {path}"):
                response = caller.request(method, path, body)
                problem(response, 401, code)
                assert response["WWW-Authenticate"] == f'Bearer error="{code}"'


def test_without_a_token_the_answer_says_how_to_send_one(database):
    response = Caller().get("/me/turns")
    problem(response, 401, "token_missing")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_a_revoked_token_is_refused_on_the_next_request(alice):
    """F25"""
    key = key_for(alice, "games:read")
    assert key.get("/me/turns").status_code == 200
    revoke(key)
    problem(key.get("/me/turns"), 401, "token_revoked")
    assert alice.get("/me/turns").status_code == 200


def test_a_sandbox_ends_with_its_account(alice):
    Account.objects.filter(name=alice.name).update(expires_at=timezone.now())
    problem(alice.get("/me/turns"), 401, "token_expired")


def test_a_closed_account_opens_nothing(alice):
    Account.objects.filter(name=alice.name).update(is_active=False)
    problem(alice.get("/me/turns"), 401, "token_invalid")


def test_which_of_the_401_it_is_tells_nothing_without_the_secret(alice):
    key = key_for(alice, "games:read")
    revoke(key)
    _, id_, _ = str(key.token).split("_")
    problem(Caller(token=f"hb_{id_}_{'0' * 64}").get("/me/turns"), 401, "token_invalid")


@pytest.mark.parametrize("name", ["token", "access_token", "ticket", "authorization", "api_key"])
def test_a_token_in_the_address_is_not_accepted(alice, name):
    problem(Caller().get(f"/me/turns?{name}={alice.token}"), 401, "token_missing")
    response = Caller().get(f"/games?{name}={alice.token}")
    problem(response, 400, "unknown_field")
    assert str(alice.token) not in response.text


def test_a_look_at_the_token_is_one_query(alice, django_assert_num_queries):
    with django_assert_num_queries(1):
        alice.get("/rulesets")
