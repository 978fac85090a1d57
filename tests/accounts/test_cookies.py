"""A cookie never opens the API (F28)."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Account
from tests.api.routes import ROUTES, WITH_TOKEN
from tests.cast import Caller, problem
from tests.tables import seated


@pytest.fixture
def admin(database):
    """A browser in which an administrator is logged in, and that checks CSRF."""
    account = Account(
        name=f"admin-{timezone.now().timestamp():.0f}"[:24],
        is_staff=True,
        is_superuser=True,
        created_at=timezone.now(),
    )
    account.set_password("a long password of ours")
    account.save()
    client = Client(enforce_csrf_checks=True)
    client.force_login(account)
    yield Caller(client=client)
    account.delete()


def test_a_cookie_alone_is_no_token(subtests, admin, alice, bob):
    game = seated(alice, bob)
    for route in WITH_TOKEN:
        with subtests.test(str(route)):
            response = admin.request(route.method, route.at(game), route.body)
            problem(response, 401, "token_missing")


def test_what_anybody_may_read_is_the_same_with_a_cookie(admin, alice, bob):
    game = seated(alice, bob)
    ours, plain = (c.get(f"/games/{game}").json() for c in (admin, Caller()))
    assert {**ours, "server_now": 0} == {**plain, "server_now": 0}


def test_a_token_beside_a_cookie_works_without_csrf(subtests, admin, alice, bob):
    game = seated(alice, bob)
    admin.token = alice.token
    for route in ROUTES:
        with subtests.test(str(route)):
            response = admin.request(route.method, route.at(game), route.body)
            if response.status_code == 403:  # for want of a scope or a seat, not of a CSRF token
                assert response.json()["code"] in {"insufficient_scope", "not_invited"}
            assert not response.cookies
    assert admin.get("/me/turns").status_code == 200


@pytest.mark.parametrize("path", ["/nowhere", "/", "/admin", "/apis/v1", "/api/v1/nowhere"])
def test_no_page_about_csrf_where_there_is_no_form(admin, path):
    response = admin.client.post(path, {"a": "b"})
    assert response.status_code in {404, 405}
    assert response["Content-Type"] == "application/problem+json"


def test_a_login_of_the_admin_without_its_csrf_token_is_refused(database):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/admin/login/", {"username": "admin", "password": "x"})
    assert response.status_code == 403
