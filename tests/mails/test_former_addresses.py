"""The address that an account had before is told; and what can be no address at all."""

import pytest

from accounts.mails import sending
from accounts.services import addresses
from tests.accounts.people import PASSWORD, fresh_name, open_person
from tests.cast import Caller, problem
from tests.mails.confirming import confirmed, some_address
from tests.mails.postbox import text_of


@pytest.fixture(autouse=True)
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def moved_to(box, address):
    sending.send_due()
    return [mail for mail in box.to(address) if "another address" in mail["Subject"]]


@pytest.mark.parametrize("email", ["another", None])
def test_the_address_before_is_told_that_the_account_has_another(box, email):
    ann, address = confirmed(box)
    other = some_address() if email else None
    changed = ann.request("PATCH", "/me", {"email": other, "password": PASSWORD})
    assert changed.status_code == 200
    (mail,) = moved_to(box, address)
    assert ann.name in text_of(mail)
    assert ("given another" if email else "taken away") in text_of(mail)
    assert other is None or other not in text_of(mail)
    if other:
        assert [mail["Subject"] for mail in box.to(other)] == ["Is this your address?"]


def test_an_address_that_nobody_has_confirmed_is_told_nothing(box):
    address = some_address()
    ann = open_person(email=address)
    ann.request("PATCH", "/me", {"email": some_address(), "password": PASSWORD})
    assert moved_to(box, address) == []


def test_who_has_their_address_still_is_told_nothing(box):
    ann, address = confirmed(box)
    ann.request("PATCH", "/me", {"email": some_address(), "password": PASSWORD})
    ann.request("PATCH", "/me", {"email": address, "password": PASSWORD})
    ann.request("PATCH", "/me", {"time_zone": "Europe/Vienna"})
    assert moved_to(box, address) == []


def test_an_address_is_told_so_few_times_a_day(box, settings):
    settings.HERDBOOK_CONFIRM_EMAIL = False
    ann, address = open_person(email=some_address()), some_address()
    for _ in range(2 * addresses.TO_FORMER.most):
        for email in (address, some_address()):
            ann.request("PATCH", "/me", {"email": email, "password": PASSWORD})
    assert len(moved_to(box, address)) == addresses.TO_FORMER.most


@pytest.mark.parametrize(
    "email", ["ann@localhost", "ann@LOCALHOST", "ann@[127.0.0.1]", "ann@[IPv6:::1]", "ann@machine"]
)
def test_no_address_leads_to_the_server_s_own_machine(database, email):
    sent = {"name": fresh_name(), "password": PASSWORD, "email": email}
    problem(Caller().post("/accounts", sent), 422, "invalid_request")
    changes = {"email": email, "password": PASSWORD}
    problem(open_person().request("PATCH", "/me", changes), 422, "invalid_request")
