"""Entering the dashboard: name, password and a second factor; then eight hours, by role."""

import re
from datetime import timedelta
from time import time

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import URLPattern, URLResolver
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken

from accounts.authenticators import Authenticator
from accounts.models import Account
from accounts.moderation.roles import STAFF_ROLES, Role
from config import env
from tests.accounts.people import PASSWORD, fresh_address, open_person
from tests.admin.staff import browser
from tests.cast import Player
from tests.moderation.staff import audited, give_role, impose

LOGIN, ASK, ENROL = "/admin/login/", "/admin/second-factor/", "/admin/second-factor/set-up/"
INLINE = re.compile(
    r"<script(?![^>]*\ssrc=)[^>]*>|\son[a-z]+=[\"']|href=[\"']javascript:", re.IGNORECASE
)


@pytest.fixture
def moderator(database):
    """Somebody of the staff with a password and no second factor yet."""
    player = open_person()
    give_role(player.account)
    return Account.objects.get(id=player.account)


def sign_in(account, password=PASSWORD, client=None):
    client = client or Client(REMOTE_ADDR=fresh_address())
    fields = {"username": account.name, "password": password, "next": "/admin/"}
    return client, client.post(LOGIN, fields)


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example", "/oauth/device", ""])
def test_whoever_logs_in_comes_to_the_dashboard_whatever_was_asked_for(moderator, wanted):
    client = Client(REMOTE_ADDR=fresh_address())
    fields = {"username": moderator.name, "password": PASSWORD, "next": wanted}
    assert client.post(LOGIN, fields)["Location"] == "/admin/"


def code_of(device, steps=0):
    totp = TOTP(device.bin_key)
    totp.time = time() + 30 * steps
    return f"{totp.token():06d}"


def enrolled(account):
    """Return a browser in which the second factor was just set up, and the recovery codes."""
    client, _ = sign_in(account)
    client.get(ENROL)
    device = Authenticator.objects.get(user=account)
    response = client.post(ENROL, {"code": code_of(device)})
    return client, response.context["codes"]


def paths(patterns=None, before="/admin/"):
    """Yield every path of the dashboard, with an id that is none where one is asked for."""
    for pattern in admin.site.urls[0] if patterns is None else patterns:
        route = re.sub(r"<[^>]+>", "x", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from paths(pattern.url_patterns, before + route)
        elif isinstance(pattern, URLPattern) and "(?P" not in route:
            yield before + route


def test_a_password_alone_opens_no_page(moderator):
    player = Client()
    player.force_login(Account.objects.get(id=open_person().account))
    half, _ = sign_in(moderator)
    assert len(list(paths())) > 40
    own = {LOGIN, ASK, ENROL, "/admin/logout/", "/admin/jsi18n/"}
    for path in paths():
        if path in own:
            continue
        for who in (Client(), player, half):
            response = who.get(path)
            assert response.status_code == 302, path
            assert response["Location"].startswith(LOGIN)
    for path in (ASK, ENROL):
        assert Client().get(path)["Location"] == player.get(path)["Location"] == LOGIN


def test_the_second_factor_is_set_up_at_the_first_log_in(moderator):
    client, response = sign_in(moderator)
    assert client.get(response["Location"]).status_code == 302
    assert client.get(LOGIN, follow=True).redirect_chain[-1][0] == ENROL
    shown = client.get(ENROL).content.decode()
    assert "<svg" in shown
    device = Authenticator.objects.get(user=moderator)
    assert client.post(ENROL, {"code": "000000"}).status_code == 401
    Authenticator.objects.update(throttling_failure_timestamp=None)
    response = client.post(ENROL, {"code": code_of(device)})
    codes = response.context["codes"]
    assert len(codes) == 10
    assert all(code in response.content.decode() for code in codes)
    assert client.get("/admin/").status_code == 200
    assert [row.action for row in audited("account", moderator.id)][-1] == "account.set_up_factor"
    # A stolen password sets up no other one.
    other, _ = sign_in(moderator)
    assert other.get(ENROL)["Location"] == ASK
    assert other.post(ENROL, {"code": code_of(device, 1)})["Location"] == ASK


def test_a_code_opens_the_dashboard_once(moderator):
    enrolled(moderator)
    device = Authenticator.objects.get(user=moderator)
    used, fresh = code_of(device), code_of(device, 1)
    client, _ = sign_in(moderator)
    assert client.post(ASK, {"code": used}).status_code == 401
    Authenticator.objects.update(throttling_failure_timestamp=None)
    response = client.post(f"{ASK}?next=https://elsewhere.example/", {"code": fresh})
    assert response["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_after_wrong_codes_a_right_one_has_to_wait(moderator):
    enrolled(moderator)
    device = Authenticator.objects.get(user=moderator)
    client, _ = sign_in(moderator)
    for _ in range(4):
        assert client.post(ASK, {"code": "000000"}).status_code == 401
    assert client.post(ASK, {"code": code_of(device, 1)}).status_code == 401
    assert client.get("/admin/").status_code == 302


def test_a_recovery_code_is_good_once_and_stored_as_a_hash(moderator):
    _, codes = enrolled(moderator)
    stored = StaticToken.objects.filter(device__user=moderator).values_list("token", flat=True)
    assert len(stored) == 10
    assert not {code.replace("-", "") for code in codes} & {one.replace("-", "") for one in stored}
    for expected in (302, 401):
        client, _ = sign_in(moderator)
        assert client.post(ASK, {"code": codes[0]}).status_code == expected


def test_the_command_line_gives_a_second_factor_and_ends_what_the_one_before_opened(
    moderator, ann, capsys
):
    client, _ = enrolled(moderator)
    call_command("second_factor", moderator.name, "--reason", "phone lost")
    url, *codes = capsys.readouterr().out.split()
    assert url.startswith("otpauth://totp/Herdbook")
    assert client.get("/admin/").status_code == 302
    again, _ = sign_in(moderator)
    assert again.post(ASK, {"code": codes[3]}).status_code == 302
    assert audited("account", moderator.id)[-1].reason == "phone lost"
    with pytest.raises(CommandError, match="Only staff"):
        call_command("second_factor", ann.name, "--reason", "x")


def test_a_session_ends_after_eight_hours_however_busy_it_is(moderator):
    client, _ = enrolled(moderator)
    client.get("/admin/")
    left = client.session.get_expiry_date() - timezone.now()
    assert timedelta(hours=7, minutes=58) < left <= timedelta(hours=8)
    cookie = client.cookies["herdbook_session"]
    assert (cookie["samesite"], cookie["httponly"]) == ("Strict", True)


def test_whoever_is_no_staff_any_more_is_out_at_once(moderator):
    client, _ = enrolled(moderator)
    give_role(moderator.id, Role.PLAYER)
    assert client.get("/admin/").status_code == 302


def test_who_is_suspended_is_out_at_once_and_gets_in_by_no_other_door(moderator):
    client, codes = enrolled(moderator)
    impose(Player(name=moderator.name))
    assert client.get("/admin/").status_code == 302
    elsewhere = Client()  # the pages for apps let people in who are suspended
    elsewhere.force_login(moderator)
    assert elsewhere.post(ASK, {"code": codes[0]})["Location"] == LOGIN
    assert elsewhere.get("/admin/")["Location"].startswith(LOGIN)
    assert StaticToken.objects.filter(device__user=moderator).count() == len(codes)


def test_names_and_passwords_cannot_be_guessed_here_either(moderator):
    client = Client(REMOTE_ADDR=fresh_address())
    for _ in range(10):
        _, response = sign_in(moderator, "wrong password", client)
        assert "correct" in response.content.decode()
    _, response = sign_in(moderator, PASSWORD, client)
    assert response.status_code == 200
    assert "_auth_user_id" not in client.session
    player = Account.objects.get(id=open_person().account)
    assert "correct" in sign_in(player)[1].content.decode()


def test_a_log_in_of_others_is_no_log_in(moderator):
    """F28"""
    client = Client(enforce_csrf_checks=True)
    assert sign_in(moderator, client=client)[1].status_code == 403


@pytest.mark.parametrize("role", STAFF_ROLES)
def test_pages_run_nothing_that_stands_in_them(database, role, subtests):
    client = browser(role)
    for path in ("", "accounts/account/", f"accounts/account/{client.account.pk}/change/"):
        with subtests.test(path):
            response = client.get(f"/admin/{path}")
            assert response.status_code == 200
            policy = response["Content-Security-Policy"]
            assert "script-src 'self' 'unsafe-eval';" in policy
            assert response["Cache-Control"] == "no-store"
            assert not INLINE.search(response.content.decode())
    response = Client().get(LOGIN)
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert not INLINE.search(response.content.decode())


@pytest.mark.parametrize("bad", ["api/x", "oauth", "a//b", "../a", "a b", "static"])
def test_the_path_of_the_dashboard_is_one_that_nothing_else_has(monkeypatch, bad):
    monkeypatch.setenv("HERDBOOK_DASHBOARD_PATH", bad)
    with pytest.raises(env.BadEnvironmentError):
        env.path("HERDBOOK_DASHBOARD_PATH", "admin")
    monkeypatch.setenv("HERDBOOK_DASHBOARD_PATH", "/office/desk/")
    assert env.path("HERDBOOK_DASHBOARD_PATH", "admin") == "office/desk"
