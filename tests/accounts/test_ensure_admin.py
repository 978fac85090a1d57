"""The administrator of the first start."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from accounts.models import Account


def _said():
    out = StringIO()
    call_command("ensure_admin", stdout=out)
    return out.getvalue().split()


@pytest.mark.django_db
def test_it_is_made_once_and_its_password_shown_once():
    with transaction.atomic():
        Account.objects.filter(is_superuser=True).delete()
        name, password = _said()
        account = Account.objects.get(name=name)
        assert account.is_staff
        assert account.check_password(password)
        assert password not in account.password
        assert _said() == []


@pytest.mark.django_db
def test_a_lost_password_is_replaced_by_django_s_own_command(monkeypatch):
    with transaction.atomic():
        Account.objects.filter(is_superuser=True).delete()
        name, _ = _said()
        monkeypatch.setattr("getpass.getpass", lambda **_: "a fresh one for the cows")
        call_command("changepassword", name, stdout=StringIO())
        assert Account.objects.get(name=name).check_password("a fresh one for the cows")


@pytest.mark.django_db
def test_its_name_is_reserved_for_people():
    with transaction.atomic():
        Account.objects.filter(is_superuser=True).delete()
        name, _ = _said()
        assert not name.startswith(("house-", "sandbox-"))
        assert name != "me"
