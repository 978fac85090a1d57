"""Somebody of the staff chooses another password in the dashboard."""

import pytest

from accounts.models import Account
from accounts.moderation.models import AuditEntry
from accounts.services import log_in
from tests.accounts import people
from tests.accounts.people import PASSWORD, fresh_address
from tests.admin.staff import Browser
from tests.moderation.staff import audited, open_staff

PAGE = "/admin/password_change/"
NEW = "seven cows in a meadow"


@pytest.fixture
def staff(database):
    """Somebody of the staff with a password, in a browser."""
    account = Account.objects.get(name=open_staff().name)
    account.set_password(PASSWORD)
    account.save()
    return Browser(account)


def chosen(browser, old=PASSWORD, new=NEW, address=None):
    fields = {"old_password": old, "new_password1": new, "new_password2": new}
    return browser.post(PAGE, fields, REMOTE_ADDR=address or fresh_address())


def changes(browser) -> list[AuditEntry]:
    entries = audited("account", browser.account.id)
    return [one for one in entries if one.action == "account.change_password"]


def test_it_is_in_the_audit_log_and_ends_every_other_session(staff):
    other = Browser(staff.account)
    response = chosen(staff)
    assert response.status_code == 302, response.content.decode()[:2000]
    (row,) = changes(staff)
    assert (row.actor, row.before, row.after) == (staff.account.id, None, None)
    assert staff.get("/admin/").status_code == 200
    assert other.get("/admin/").status_code == 302
    assert people.log_in(staff.account.name, PASSWORD, address=fresh_address()).status_code == 401
    assert people.log_in(staff.account.name, NEW, address=fresh_address()).status_code == 201


@pytest.mark.parametrize(("old", "new"), [("not it", NEW), (PASSWORD, "abc"), (PASSWORD, "")])
def test_what_is_refused_changes_nothing(staff, old, new):
    assert chosen(staff, old, new).status_code == 200
    assert changes(staff) == []
    assert Account.objects.get(id=staff.account.id).check_password(PASSWORD)


def test_a_stolen_session_does_not_guess_the_password(staff):
    """Guesses are counted as at every other door."""
    address = fresh_address()
    for nth in range(30):
        page = chosen(staff, f"guess {nth}", address=address).content.decode()
        if "Too many" in page or "too many" in page:
            break
    else:
        pytest.fail("thirty guesses were looked at")
    assert "oo many" in chosen(staff, address=address).content.decode()
    assert changes(staff) == []


def test_nobody_changes_it_between_the_look_and_the_change(staff, monkeypatch):
    """Another password that was set in the same instant stands."""

    def slow(account, **asked):
        found = log_in.prove(account, **asked)
        meanwhile = Account.objects.get(id=account.id)
        meanwhile.set_password("it was changed meanwhile")
        meanwhile.save()
        return found

    monkeypatch.setattr("accounts.dashboard.own_password.prove", slow)
    assert chosen(staff).status_code == 200
    assert changes(staff) == []
    assert Account.objects.get(id=staff.account.id).check_password("it was changed meanwhile")
