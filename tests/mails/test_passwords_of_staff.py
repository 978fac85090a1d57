"""Whoever of the staff has another password is in the audit log, whichever way it was set."""

import pytest

from tests.accounts.people import PASSWORD, open_person
from tests.cast import Caller, problem
from tests.mails.confirming import ANOTHER, confirmed, reset_code
from tests.moderation.staff import audited, give_role


@pytest.fixture(autouse=True)
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def test_another_password_of_staff_is_in_the_audit_log_whichever_way_it_was_set(box):
    """As in the dashboard: in the same transaction, and nothing of a player."""
    ann, address = confirmed(box)
    give_role(ann.account)
    wrong = {"password": "three cows in a raw", "new_password": ANOTHER}
    problem(ann.request("PUT", "/me/password", wrong), 422, "wrong_password")
    assert changes_of(ann) == []
    changed = ann.request("PUT", "/me/password", {"password": PASSWORD, "new_password": ANOTHER})
    assert changed.status_code == 204
    (row,) = changes_of(ann)
    assert (row.actor, row.role, row.reason) == (ann.account, "moderator", "by itself")
    assert row.request_id == changed["Request-Id"]
    use = {"code": reset_code(box, ann.name, address), "password": PASSWORD}
    assert Caller().post("/password-resets/use", use).status_code == 204
    assert [row.reason for row in changes_of(ann)] == ["by itself", "by mail"]


def changes_of(who):
    """Return what the audit log holds of changed passwords."""
    return [row for row in audited("account", who.account) if "password" in row.action]


def test_another_password_of_a_player_is_in_no_audit_log(database):
    ann = open_person()
    ann.request("PUT", "/me/password", {"password": PASSWORD, "new_password": ANOTHER})
    assert changes_of(ann) == []
