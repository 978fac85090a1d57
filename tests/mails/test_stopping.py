"""The link at the end of a mail."""

import pytest
from django.test import Client

from accounts.mails.unsubscribing import PATH, link
from accounts.models import Account
from tests.mails.postbox import reader


def path_to(account) -> str:
    return PATH + link(account).rpartition("/")[2]


def test_looking_at_the_page_changes_nothing_and_its_button_stops_all():
    asker = reader()
    page = Client().get(path_to(asker.account))
    assert page.status_code == 200
    assert b"<button>" in page.content
    assert any(Account.objects.get(id=asker.account).notifications.values())
    for _ in range(2):
        done = Client(enforce_csrf_checks=True).post(
            path_to(asker.account), {"List-Unsubscribe": "One-Click"}
        )
        assert done.status_code == 200
        assert not any(Account.objects.get(id=asker.account).notifications.values())


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("text", ["", "address", "x" * 5000, "a:b:c", "%00", "../../etc"])
def test_an_address_that_is_none_opens_nothing(method, text):
    assert getattr(Client(), method)(PATH + text).status_code == 404


def test_one_that_somebody_changed_opens_nothing():
    asker, other = reader(), reader()
    mine, theirs = path_to(asker.account), path_to(other.account)
    mixed = theirs.rpartition(":")[0].rpartition(":")[0] + ":" + mine.partition(":")[2]
    assert Client().post(mixed).status_code == 404
    assert any(Account.objects.get(id=other.account).notifications.values())


def test_the_address_is_in_no_log(caplog):
    asker = reader()
    secret = path_to(asker.account).removeprefix(PATH)
    Client().get(path_to(asker.account))
    Client().get(PATH + secret[:-1])
    assert secret[:-1] not in caplog.text
