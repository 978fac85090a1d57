"""Guessing from very many addresses, real and forged, at every door that asks for a password (F24)."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.services import failures
from tests.accounts.hashing import CountedArgon2
from tests.accounts.people import PASSWORD, fresh_address, fresh_name, open_person
from tests.accounts.people import log_in as ask_for_token
from tests.cast import Caller

WRONG = "three cows in a raw"
MOST_AN_HOUR = 20
Guess = Callable[[Client, str, str], int]


@pytest.fixture(autouse=True)
def hashed(settings) -> list[str]:
    """What has reached the hasher."""
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CountedArgon2"]
    CountedArgon2.seen.clear()
    return CountedArgon2.seen


def at_the_api(client: Client, name: str, password: str, **headers: str) -> int:
    body = {"name": name, "password": password, "label": "x", "scopes": ["games:read"]}
    status: int = Caller(client=client).post("/tokens", body, **headers).status_code
    return status


def at_the_page_of_apps(client: Client, name: str, password: str, **headers: str) -> int:
    answer = client.post(
        "/oauth/log-in", {"name": name, "password": password}, headers=_dashed(headers)
    )
    return answer.status_code


def at_the_dashboard(client: Client, name: str, password: str, **headers: str) -> int:
    fields = {"username": name, "password": password}
    return client.post("/admin/login/", fields, headers=_dashed(headers)).status_code


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


DOORS = [at_the_api, at_the_page_of_apps, at_the_dashboard]


def _forged(count: int) -> list[str]:
    return [f"203.0.113.{host}" for host in range(count)]


@pytest.mark.parametrize(
    "guesses", [1_000, pytest.param(10_000, marks=pytest.mark.slow)], ids=["a tenth", "all"]
)
def test_guesses_from_200_forged_addresses_hardly_reach_the_hasher(database, hashed, guesses):
    """One socket, and a header that changes: it is one address."""
    ann, socket = open_person(), Client(REMOTE_ADDR=fresh_address())
    forged = _forged(200)
    hashed.clear()
    for number in range(guesses):
        door = DOORS[number % len(DOORS)]
        door(socket, ann.name, WRONG, X_Forwarded_For=forged[number % len(forged)])
    assert 0 < len(hashed) <= MOST_AN_HOUR
    assert ask_for_token(ann.name, address=fresh_address()).status_code == 201


@pytest.mark.parametrize("door", DOORS)
def test_guesses_from_200_real_addresses_hardly_do_so_either(database, hashed, door):
    """And the owner, who has logged in before, gets in from where that was."""
    ann, home = open_person(), fresh_address()
    assert ask_for_token(ann.name, address=home).status_code == 201
    clients = [Client(REMOTE_ADDR=fresh_address()) for _ in range(200)]
    hashed.clear()
    for client in clients:
        door(client, ann.name, WRONG)
    assert len(hashed) == MOST_AN_HOUR == failures.FROM_STRANGERS.most
    assert ask_for_token(ann.name, address=fresh_address()).status_code == 429
    assert ask_for_token(ann.name, address=home).status_code == 201


def test_all_doors_count_together(database, hashed):
    name, socket = fresh_name(), Client(REMOTE_ADDR=fresh_address())
    statuses = [door(socket, name, WRONG) for _ in range(5) for door in DOORS]
    assert len(hashed) == failures.WITH_A_NAME.most
    assert statuses[-3:] == [429, 429, 200]  # the dashboard shows its form again, with a reason
    assert re.search(
        "Too many log-ins",
        socket.post("/admin/login/", {"username": name, "password": PASSWORD}).text,
    )


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_the_number_of_our_proxies_decides_what_an_address_is(database, hashed, settings, proxies):
    """What stands further left than our proxies have written is the client's own invention."""
    settings.HERDBOOK_NUM_PROXIES = proxies
    ann, guesser, owner = open_person(), fresh_address(), fresh_address()

    def ask(origin: str, invented: str, password: str) -> int:
        # Each proxy adds the address it was called from; the last of them is the socket.
        hops = [origin, *(f"10.0.0.{number}" for number in range(1, proxies + 1))]
        header = ", ".join([invented, *hops[:-1]])
        return at_the_api(Client(REMOTE_ADDR=hops[-1]), ann.name, password, X_Forwarded_For=header)

    hashed.clear()
    statuses = [ask(guesser, invented, WRONG) for invented in _forged(15)]
    assert statuses == [401] * 10 + [429] * 5
    assert len(hashed) == 10
    assert ask(owner, guesser, PASSWORD) == 201
