"""POST /accounts: signing up."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from accounts.models import Account
from accounts.scopes import Scope
from tests.accounts.people import PASSWORD, fresh_name, log_in, open_person
from tests.cast import Caller, problem

FIELDS = {
    "name",
    "kind",
    "sandbox",
    "owner",
    "display_name",
    "email",
    "email_confirmed",
    "time_zone",
    "quiet_hours",
    "notifications",
    "created_at",
    "expires_at",
}


def sign_up(**fields):
    return Caller().post("/accounts", {"name": fresh_name(), "password": PASSWORD, **fields})


def test_an_account_comes_with_a_token_that_can_do_all(database):
    name = fresh_name()
    response = sign_up(name=name, email="ann@example.org")
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    answer = response.json()
    assert set(answer) == {"account", "token"}
    assert set(answer["account"]) == FIELDS
    assert answer["account"]["name"] == name
    assert answer["account"]["kind"] == "person"
    assert answer["account"]["email"] == "ann@example.org"
    assert answer["account"]["expires_at"] is None
    caller = Caller(token=answer["token"])
    assert caller.get("/me").json() == answer["account"]
    assert caller.get("/token").json()["scopes"] == list(Scope)


def test_the_password_is_stored_as_argon2(database):
    name = open_person().name
    stored = Account.objects.get(name=name).password
    assert stored.startswith("argon2$argon2id$")
    assert PASSWORD not in stored


def test_a_name_is_taken_once(database):
    name = open_person().name
    body = problem(sign_up(name=name), 409, "name_taken")
    assert body["retryable"] is False
    assert sign_up(name=name.upper()).status_code == 422


def test_of_many_who_want_a_name_at_once_one_gets_it(database):
    name = fresh_name()

    def ask(_):
        try:
            return sign_up(name=name).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(3) as pool:
        assert sorted(pool.map(ask, range(3))) == [201, 409, 409]


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "x" * 25,
        "Ann",
        "a b",
        "änn",
        "ann\n",
        "a.b",
        "",
        "me",
        "admin",
        "house-normal",
        "house-",
        "sandbox-1",
        "gone-12345678",
        "imported-0",
        None,
        5,
        ["ann"],
    ],
)
def test_a_name_that_nobody_can_have(database, name):
    body = problem(sign_up(name=name), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/name"]


@pytest.mark.parametrize("name", ["abc", "x-_9", "9-lives", "-_-", "housemaid", "mean"])
def test_odd_names_that_anybody_can_have(database, name):
    assert sign_up(name=name).status_code in {201, 409}
    assert log_in(name, address="198.19.0.1").status_code == 201


@pytest.mark.parametrize(
    "password", ["", "elevenchars", "123456789012", "111222333444", "qwerty123456", None, 12]
)
def test_a_password_that_is_too_easy(database, password):
    """F25; common ones are on Django's list."""
    body = problem(sign_up(password=password), 422, "invalid_request")
    assert {error["pointer"] for error in body["errors"]} == {"/password"}


def test_a_password_like_the_name_is_too_easy(database):
    name = fresh_name("longer-name")[:24]
    for password in (name, f"{name}1", name.upper()):
        body = problem(sign_up(name=name, password=password), 422, "invalid_request")
        assert [error["pointer"] for error in body["errors"]] == ["/password"]


def test_any_language_has_passwords(database):
    assert sign_up(password="три коровы в ряд 🐄🐄🐄").status_code == 201
    assert sign_up(password="  blanks around count too  ").status_code == 201


@pytest.mark.parametrize(
    "email", ["", "x", "a@", "@b.org", "a b@c.org", "a@b", "a@\u00ad.org", None, 5]
)
def test_a_mail_address_has_the_form_of_one(database, email):
    body = problem(sign_up(email=email), 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/email"]


def test_all_that_is_wrong_is_said_at_once(database):
    body = problem(Caller().post("/accounts", {"email": "x"}), 422, "invalid_request")
    assert {error["pointer"] for error in body["errors"]} == {"/name", "/password", "/email"}


def test_it_takes_no_key(database):
    body = {"name": fresh_name(), "password": PASSWORD}
    response = Caller().post("/accounts", body, Idempotency_Key="k")
    problem(response, 400, "idempotency_not_supported")


def test_nobody_becomes_more_by_asking(database):
    for name in ("kind", "is_staff", "is_superuser", "sandbox", "owner", "id"):
        problem(sign_up(**{name: True}), 400, "unknown_field")


def test_query_count(database, django_assert_num_queries):
    with django_assert_num_queries(
        7
    ):  # a transaction, a savepoint in it, account, token; the network
        sign_up()
