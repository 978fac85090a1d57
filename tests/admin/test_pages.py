"""Every page of the dashboard with every role (F28, A44, A52), and what people wrote on all of them.

The list of pages is read from the URL configuration: one without a row in `pages.py` fails.
"""

import re

import pytest
from django.test import Client

from accounts.models import Account
from accounts.moderation.roles import STAFF_ROLES, Role
from tests.accounts.people import open_bot
from tests.admin.hostile_world import RAW, HostileWorld, hostile_world
from tests.admin.pages import IN_FRONT, INLINE, PAGES, address, served
from tests.admin.staff import Browser, browser
from tests.api.stored import changed, mark
from tests.moderation.staff import open_staff

pytestmark = pytest.mark.usefixtures("uses_noted")


@pytest.fixture
def world(database) -> HostileWorld:
    return hostile_world()


def asked(client: Client, method: str, path: str, world: HostileWorld):
    if method == "GET":
        return client.get(path)
    ids = [one for model, one in world.ids().items() if f"/{model}/" in path]
    return client.post(path, {"ids": ids})


def test_every_page_that_is_served_has_its_row():
    assert set(PAGES) == served()


@pytest.mark.parametrize("role", STAFF_ROLES)
def test_each_page_answers_each_role_as_its_row_says(role, world):
    client, wrong = browser(role), list[str]()
    for page, answers in PAGES.items():
        path = address(page, world)
        for method in ("GET", "POST"):
            since = mark()
            response = asked(client, method, path, world)
            status, written = response.status_code, changed(since)
            if status != answers.to(role, method):
                wrong.append(f"{method} {page} is {status}")
            if not written <= answers.writes:
                wrong.append(f"{method} {page} has written to {written}")
            if page == "logout/":
                client = browser(role)
    assert not wrong, "\n".join(["", *wrong])


def test_what_people_wrote_is_text_on_every_page_and_nothing_that_stands_there_runs(world):
    client, shown = browser(), set[str]()
    for page in set(PAGES) - {"logout/"}:
        response = client.get(address(page, world))
        text = response.content.decode()
        assert not INLINE.search(text), page
        assert not [raw for raw in RAW if raw in text], page
        if "&lt;script&gt;alert(1)" in text:
            shown.add(page)
        if response.status_code == 200 and page != "jsi18n/":
            policy = response["Content-Security-Policy"]
            assert "script-src 'self' 'unsafe-eval';" in policy, page
            assert "frame-ancestors 'none'" in policy, page
            assert response["Cache-Control"] == "no-store", page
    assert {
        *(f"accounts/{one}/{{id}}/change/" for one in ("appeal", "app", "case", "report")),
        *("accounts/sanction/{id}/change/", "accounts/token/{id}/change/", "players/{name}/"),
    } <= shown


def outsiders(world: HostileWorld) -> dict[str, Client]:
    """Return browsers of whoever is no staff, or is it by password alone."""
    bot = Account.objects.get(name=open_bot(world.ann))
    found = {"anonymous": Client()}
    for name, account in {"player": Account.objects.get(id=world.ann.account), "bot": bot}.items():
        found[name] = Client()
        found[name].force_login(account)
    for role in STAFF_ROLES:
        found[f"{role} by password alone"] = Client()
        found[f"{role} by password alone"].force_login(
            Account.objects.get(name=open_staff(role).name)
        )
    return found


def test_nobody_else_gets_past_the_door(world):
    for who, client in outsiders(world).items():
        since = mark()
        for page in set(PAGES) - IN_FRONT:
            for method in ("GET", "POST"):
                response = asked(client, method, address(page, world), world)
                assert response.status_code == 302, f"{who}: {method} {page}"
                assert response["Location"].startswith("/admin/login/")
        assert changed(since) == set(), who


def test_no_form_is_taken_from_elsewhere(world):
    client = Browser(Account.objects.get(name=open_staff(Role.ADMINISTRATOR).name))
    client.handler.enforce_csrf_checks = True
    for page in set(PAGES) - {"login/"}:
        since = mark()
        response = asked(client, "POST", address(page, world), world)
        assert response.status_code == 403, page
        assert changed(since) == set(), page


def test_pages_that_people_find_by_themselves_run_nothing_either(world):
    """What is asked for, and what is answered to hostile words in an address."""
    client = browser()
    words = re.sub("%", "%25", "\"'><script>alert(1)</script><img src=x a>")
    for path in (
        f"search/?s={words}",
        f"accounts/account/?q={words}",
        f"accounts/account/?{words}=1",
        f"store/game/?status={words}",
        f"games/{world.game}/?view={words}&card={words}&version={words}",
        f"players/{words}/",
        f"{words}",
        f"login/?next={words}",
        f"second-factor/?next={words}",
    ):
        for who in (client, Client()):
            text = who.get(f"/admin/{path}", follow=True).content.decode()
            assert not [raw for raw in RAW if raw in text], path
            assert not INLINE.search(text), path
