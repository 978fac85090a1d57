"""The administrator of the first start."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from accounts.models import Account


@pytest.fixture(autouse=True)
def nobody_is_admin(database: None) -> Iterator[None]:
    """Nothing of this is kept: admins of other tests stay what they are."""
    with transaction.atomic():
        Account.objects.filter(is_superuser=True).update(is_superuser=False)
        yield
        transaction.set_rollback(True)


def _said():
    out = StringIO()
    call_command("ensure_admin", stdout=out)
    return out.getvalue().split()


def test_it_is_made_once_and_its_password_shown_once():
    name, password = _said()
    account = Account.objects.get(name=name)
    assert account.is_staff
    assert account.check_password(password)
    assert password not in account.password
    assert _said() == []


def test_a_lost_password_is_replaced_by_django_s_own_command(monkeypatch):
    name, _ = _said()
    monkeypatch.setattr("getpass.getpass", lambda **_: "a fresh one for the cows")
    call_command("changepassword", name, stdout=StringIO())
    assert Account.objects.get(name=name).check_password("a fresh one for the cows")


def test_its_name_is_reserved_for_people():
    name, _ = _said()
    assert not name.startswith(("house-", "sandbox-"))
    assert name != "me"
