"""Sessions of browsers: who is logged in where, ending them, and which of them open the dashboard."""

import re

import pytest
from django.test import Client

from accounts.browser_sessions import ending
from accounts.browser_sessions.models import BrowserSession
from accounts.models import Account
from accounts.moderation.roles import Role
from tests.accounts.oauth.browsing import Browser as Visitor
from tests.accounts.oauth.browsing import register
from tests.accounts.people import PASSWORD, fresh_address, open_person
from tests.admin.staff import browser
from tests.admin.test_entering import ASK, ENROL, LOGIN, paths
from tests.cast import Player
from tests.moderation.staff import audited, open_staff


@pytest.fixture(autouse=True)
def cheap(database, settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def _at_the_page_of_apps(role: Role) -> Visitor:
    """Return a browser in which somebody of the staff has logged in to answer an app."""
    account = Account.objects.get(name=open_staff(role).name)
    account.set_password(PASSWORD)
    account.save()
    visitor = Visitor(Player(name=account.name))
    assert visitor.log_in().status_code == 302
    return visitor


@pytest.mark.parametrize("role", [Role.MODERATOR, Role.OPERATOR, Role.ADMINISTRATOR])
def test_a_log_in_for_an_app_opens_no_page_of_the_dashboard(role):
    """It has one factor, whoever it is of."""
    visitor = _at_the_page_of_apps(role)
    assert visitor.get("/oauth/device").status_code == 200
    own = {LOGIN, ASK, ENROL, "/admin/logout/", "/admin/jsi18n/"}
    for path in paths():
        if path not in own:
            response = visitor.get(path)
            assert response.status_code == 302, path
            assert response["Location"].startswith(LOGIN)
    assert visitor.get(LOGIN)["Location"].startswith(ASK)
    assert visitor.client.get("/api/v1/me").status_code == 401


def test_staff_lets_an_app_in_like_anybody_and_it_gets_no_more_than_others():
    visitor = _at_the_page_of_apps(Role.ADMINISTRATOR)
    app = register(open_person())
    page = visitor.get(app.request(scope="games:read"))
    assert page.status_code == 200
    back = visitor.answer(page, app.request(scope="games:read"), answer="allow")
    code = re.search(r"[?&]code=([^&]+)", back["Location"])
    assert code is not None
    token = app.redeem(code[1]).json()["access_token"]
    for path in ("/admin/", "/admin/accounts/account/"):
        sent = Client().get(path, headers={"Authorization": f"Bearer {token}"})
        assert sent.status_code == 302


def test_another_log_in_in_the_same_browser_does_not_take_over_the_second_factor():
    client = browser(Role.ADMINISTRATOR)
    assert client.get("/admin/").status_code == 200
    other = Account.objects.get(name=open_staff(Role.ADMINISTRATOR).name)
    other.set_password(PASSWORD)
    other.save()
    client.post(
        "/oauth/log-in", {"name": other.name, "password": PASSWORD}, REMOTE_ADDR=fresh_address()
    )
    assert client.get("/oauth/device").status_code == 200
    assert client.get("/admin/").status_code == 302


def test_the_dossier_lists_the_browsers_and_a_moderator_ends_them_with_a_reason():
    ann = open_person()
    visitor = Visitor(ann)
    visitor.log_in()
    account = Account.objects.get(name=ann.name)
    assert account.browser_sessions.count() == 1
    moderator = browser(Role.MODERATOR)
    shown = moderator.page(f"players/{ann.name}/")
    assert "Sessions: browsers" in shown
    form = f"accounts/account/orders/end-sessions/?ids={account.id}"
    assert form in shown
    assert "Reason, for the audit log" in moderator.page(form)
    asked = {"ids": account.id, "reason": ""}
    assert moderator.post(f"/admin/{form}", asked).status_code == 200
    assert visitor.get("/oauth/device").status_code == 200
    fields = {"ids": account.id, "reason": "A stranger was in it.", "note": "by mail"}
    assert moderator.post(f"/admin/{form}", fields).status_code == 302
    assert visitor.get("/oauth/device").status_code == 302
    (row,) = [one for one in audited("account", account.id) if one.action == "account.end_sessions"]
    assert (row.reason, row.note, row.before) == (
        "A stranger was in it.",
        "by mail",
        {"sessions": 1},
    )
    assert ann.get("/me").status_code == 200  # tokens go on


def test_a_moderator_logs_no_staff_out():
    administrator = browser(Role.ADMINISTRATOR)
    moderator = browser(Role.MODERATOR)
    fields = {"ids": administrator.account.id, "reason": "No."}
    response = moderator.post("/admin/accounts/account/orders/end-sessions/", fields)
    assert response.status_code == 200
    assert administrator.get("/admin/").status_code == 200


def test_a_session_is_found_by_its_cookie_alone_and_is_forgotten_when_it_is_over(settings):
    visitor = Visitor(open_person())
    visitor.log_in()
    cookie = visitor.client.cookies[settings.SESSION_COOKIE_NAME].value
    (row,) = BrowserSession.objects.filter(account__name=visitor.person.name)
    assert cookie not in f"{row.session_key} {row.session_data}"
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = row.session_key
    assert thief.get("/oauth/device").status_code == 302
    BrowserSession.objects.filter(pk=row.pk).update(expire_date=row.created_at)
    assert visitor.get("/oauth/device").status_code == 302
    assert ending.forget_old() >= 1
    assert not BrowserSession.objects.filter(pk=row.pk).exists()
