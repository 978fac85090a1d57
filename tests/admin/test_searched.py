"""The canary search finds what is planted in pages of the dashboard, whoever reads them (F41)."""

import pytest

from accounts.moderation.roles import STAFF_ROLES, Role
from games.selectors import inspection
from games.selectors.inspection import Look
from tests.admin.staff import browser
from tests.canary import dashboard, findings
from tests.tables import given_up, seated

RULESETS = ("mow", "farmyard-cries", "family-favourites", "tortoise")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_card_that_a_page_of_a_game_shows_too_early_is_found(ruleset, alice, bob, monkeypatch):
    game, true = seated(alice, bob, ruleset=ruleset), inspection.table
    asking = browser(Role.OPERATOR)
    asking.page(f"games/{game}/")
    monkeypatch.setattr(inspection, "table", lambda found, _: true(found, Look(truth=True)))
    with findings.expected() as found:
        asking.page(f"games/{game}/")
    assert found
    assert found[0].startswith("dashboard: ")


def test_an_event_that_tells_everything_is_found(alice, bob, monkeypatch):
    game = seated(alice, bob)
    monkeypatch.setattr(inspection, "event_data", lambda recorded, _: recorded.event.opened())
    with findings.expected() as found:
        browser().page(f"games/{game}/")
    assert found


def test_whoever_has_broken_the_glass_may_know_it_and_others_may_not(alice, bob):
    game = seated(alice, bob)
    opened, other = browser(), browser()
    opened.post(f"/admin/games/{game}/break-glass/", {"reason": "a report says so"})
    shown = opened.page(f"games/{game}/?view=truth")
    path = f"/admin/games/{game}/"
    with findings.expected() as found:
        dashboard.search(path, account=opened.account.id, content=shown.encode())
        assert not findings.taken()
        dashboard.search(path, account=other.account.id, content=shown.encode())
    assert found


def test_a_game_that_is_over_is_open(alice, bob):
    game = given_up(alice, bob)
    for role in STAFF_ROLES:
        browser(role).page(f"games/{game}/?view=truth")


@pytest.mark.parametrize("planted", [f"hb_{'0' * 16}_{'a' * 64}", "whsec_" + "A" * 32])
def test_secrets_are_found_on_every_page(planted, database):
    asking = browser()
    with findings.expected() as found:
        content = f'<p title="{planted}">x</p>'.encode()
        dashboard.search("/admin/", account=asking.account.id, content=content)
    assert found
