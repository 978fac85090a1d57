"""S68: nothing is sent into the operator's own network, however it is spelt."""

import socket
from ipaddress import ip_address, ip_network

import pytest

from accounts.webhooks.addresses import is_public, may_be_sent_to
from accounts.webhooks.posting import Failure, post
from accounts.webhooks.resolving import UnreachableHostError, checked_addresses
from accounts.webhooks.targets import BadTargetError, Target, read_target
from tests.accounts.webhooks.forms import INSIDE, NAMES_INSIDE, OUTSIDE
from tests.accounts.webhooks.naming import resolve
from tests.accounts.webhooks.sinks import sink


@pytest.fixture(autouse=True)
def nothing_open(settings) -> None:
    settings.HERDBOOK_WEBHOOK_ALLOW = ()


@pytest.fixture
def never_connected(monkeypatch) -> None:
    """Whoever connects fails the test."""

    def connect(*arguments: object) -> None:
        pytest.fail("a connection was made")

    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(socket.socket, "connect", connect)


def test_there_are_enough_forms():
    assert len(set(INSIDE)) == len(INSIDE) >= 60


@pytest.mark.parametrize("url", [*INSIDE, *(f"https://{name}/" for name in NAMES_INSIDE)])
def test_a_url_that_leads_inside_is_refused_at_save_and_at_send(url, never_connected):
    with pytest.raises(BadTargetError):
        checked_addresses(read_target(url))
    answer = post(url, headers={}, body="{}")
    assert answer.status is None
    assert answer.failure in {Failure.BAD_URL, Failure.NO_PUBLIC_ADDRESS}


@pytest.mark.parametrize("url", OUTSIDE)
def test_a_url_that_leads_outside_is_taken(url):
    target = read_target(url)
    (address,) = checked_addresses(target)
    assert str(address) == target.host


def test_an_open_range_takes_any_port_and_no_encryption(settings):
    settings.HERDBOOK_WEBHOOK_ALLOW = (ip_network("127.0.0.0/8"),)
    assert checked_addresses(read_target("http://127.0.0.1:12345/"))
    for closed in ("http://10.0.0.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/"):
        with pytest.raises(BadTargetError):
            checked_addresses(read_target(closed))


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["1.1.1.1", "127.0.0.1"],
        ["1.1.1.1", "::1"],
        ["1.1.1.1", "::ffff:10.0.0.1"],
        ["1.1.1.1", "fe80::1%lo"],
        ["1.1.1.1", "no address"],
        [],
    ],
    ids=str,
)
def test_one_address_of_a_name_that_leads_inside_closes_the_name(monkeypatch, answers):
    resolve(monkeypatch, "receiver.example", lambda: answers)
    with pytest.raises(UnreachableHostError):
        checked_addresses(read_target("https://receiver.example/"))


def test_a_name_whose_answer_changes_leads_to_where_it_was_looked_at(monkeypatch, settings):
    """S68: looked up once, and what was looked at is connected to."""
    settings.HERDBOOK_WEBHOOK_ALLOW = (ip_network("127.0.0.1/32"),)
    answers = iter([["127.0.0.1"], ["127.0.0.2"]])
    resolve(monkeypatch, "receiver.example", lambda: next(answers))
    with sink() as receiver:
        url = f"http://receiver.example:{receiver.port}/hook"
        assert post(url, headers={}, body="{}").status == 204
        (got,) = receiver.got
        assert got.headers["host"] == f"receiver.example:{receiver.port}"
        # Sent again it is looked up again, and now leads where nothing may be sent.
        assert post(url, headers={}, body="{}").failure is Failure.NO_PUBLIC_ADDRESS
        assert len(receiver.got) == 1


def test_a_name_server_that_does_not_answer_is_not_waited_for(monkeypatch):
    release, held = socket.socketpair()
    resolve(monkeypatch, "receiver.example", lambda: release.recv(1).decode())
    try:
        with pytest.raises(UnreachableHostError):
            checked_addresses(Target("https", "receiver.example", 443, "/"), patience=0.05)
    finally:
        held.close()
        release.close()


def test_every_special_network_is_closed_at_its_edges():
    closed = "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 127.0.0.0/8"
    for network in map(ip_network, closed.split()):
        assert not is_public(network[0])
        assert not is_public(network[-1])
    for outside in ("9.255.255.255", "11.0.0.0", "172.15.255.255", "100.63.255.255"):
        assert is_public(ip_address(outside))
    assert not may_be_sent_to(ip_address("::ffff:1.1.1.1"), ())
