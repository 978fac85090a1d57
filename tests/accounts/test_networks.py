"""On which networks accounts are seen: as keyed hashes, once a day, and not for ever."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import Account, Token
from accounts.networks import noting, purging
from accounts.networks.models import NetworkUse
from accounts.networks.noting import hashed
from accounts.networks.sharing import CROWD, seen_together, sharing
from accounts.services import erasure
from accounts.services.opening import open_sandbox
from tests.accounts.people import fresh_address, log_in, open_person


def account():
    return open_sandbox(now=clock.now()).token.account


def network():
    """Return an address of a network on which nobody else is."""
    return f"2001:db8:{uuid4().hex[:4]}::/64"


def uses(of):
    return list(NetworkUse.objects.filter(account=of).order_by("id"))


def test_a_network_is_as_wide_as_a_household_and_its_hash_needs_the_key(settings):
    assert hashed("192.0.2.7") == hashed("192.0.2.99") != hashed("192.0.3.7")
    assert hashed("2001:db8:5:1::/64") == hashed("2001:db8:5:2::/64") != hashed("2001:db8:6:1::/64")
    assert hashed("a socket") is hashed("") is None
    before = hashed("192.0.2.7")
    settings.SECRET_KEY = "another key of this server, long enough to be one"
    assert hashed("192.0.2.7") != before


def test_days_are_counted_once_each(database):
    ann, address = account(), network()
    now = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
    for moment in (now, now + timedelta(seconds=30), now + timedelta(minutes=2)):
        noting.note(ann.id, address, now=moment)
    [row] = uses(ann)
    assert (row.days, str(row.first_on), str(row.last_on)) == (2, "2026-11-30", "2026-12-01")
    assert address not in str(row.network)


def test_a_log_in_and_a_sign_up_are_noted_and_a_wrong_password_is_not(database):
    ann = open_person()
    known = len(uses(Account.objects.get(name=ann.name)))
    assert known == 1
    assert log_in(ann.name, "not this one at all", address="198.51.100.9").status_code == 401
    assert len(uses(Account.objects.get(name=ann.name))) == known
    assert log_in(ann.name, address=fresh_address()).status_code == 201
    assert hashed("198.51.100.9") not in {row.network for row in uses(ann.account)}


def test_a_token_is_noted_with_its_first_use_of_a_day_and_costs_nothing_afterwards(alice):
    def notes():
        with CaptureQueriesContext(connection) as asked:
            assert alice.get("/me").status_code == 200
        return [one for one in asked if "network_use" in one["sql"]]

    assert notes() == []
    token = Token.objects.get(account=alice.account)
    token.last_used_at -= timedelta(days=1)
    token.save()
    assert len(notes()) == 1
    assert notes() == []
    assert len(uses(alice.account)) == 1


@pytest.mark.parametrize("days", [0, 3])
def test_what_is_old_is_forgotten(database, settings, days):
    ann, ben = account(), account()
    now = clock.now()
    noting.note(ann.id, network(), now=now - timedelta(days=4))
    noting.note(ben.id, network(), now=now)
    settings.HERDBOOK_NETWORK_DAYS = days
    assert purging.forget_old() >= 1
    assert uses(ann) == []
    assert len(uses(ben)) == (1 if days else 0)
    if not days:
        noting.note(ben.id, network(), now=now)
        assert uses(ben) == []


def test_who_shares_a_network_is_found_and_a_crowd_says_nothing(database):
    ann, ben, cat = account(), account(), account()
    now, home, hall = clock.now(), network(), network()
    for one in (ann, ben):
        noting.note(one.id, home, now=now)
    for one in (ann, cat, *(account() for _ in range(CROWD - 1))):
        noting.note(one.id, hall, now=now)
    assert sharing(ann.id, [ben.id, cat.id]) == {ben.id, cat.id}
    assert sharing(ben.id, [cat.id]) == frozenset()
    [found] = seen_together(ann.id, most=10)
    assert (found.name, found.crowd) == (ben.name, 2)


def test_an_account_that_ends_leaves_no_network(database):
    ann = account()
    noting.note(ann.id, network(), now=clock.now())
    erasure.erase(ann, now=clock.now())
    assert uses(ann.id) == []
