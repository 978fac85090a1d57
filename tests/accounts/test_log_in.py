"""Guessing passwords is slow, and locks nobody else out (F24)."""

import time
from statistics import median

import pytest
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache

from accounts.services import counting, failures
from tests.accounts.people import (
    PASSWORD,
    fresh_address,
    fresh_name,
    log_in,
    open_person,
)
from tests.cast import Caller, problem

WRONG = "three cows in a raw"


@pytest.fixture(autouse=True)
def cheap(settings):
    """Argon2 with little work: these tests hash more than any person could."""
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def test_whoever_guesses_has_to_wait(database):
    ann, address = open_person(), fresh_address()
    for _ in range(failures.WITH_A_NAME.most):
        problem(log_in(ann.name, WRONG, address=address), 401, "bad_credentials")
    response = log_in(ann.name, WRONG, address=address)
    body = problem(response, 429, "rate_limited")
    assert body["retryable"] is True
    assert (
        1
        <= int(response["Retry-After"])
        <= failures.WITH_A_NAME.seconds + failures.WITH_A_NAME.step
    )
    assert ann.name not in str(body)
    problem(log_in(ann.name, address=address), 429, "rate_limited")


def test_the_owner_of_the_name_is_not_locked_out(database):
    ann, address = open_person(), fresh_address()
    for _ in range(failures.WITH_A_NAME.most + 1):
        log_in(ann.name, WRONG, address=address)
    assert log_in(ann.name, address=fresh_address()).status_code == 201


def test_others_from_the_same_address_are_not_locked_out_by_one_name(database):
    ann, ben, address = open_person(), open_person(), fresh_address()
    for _ in range(failures.WITH_A_NAME.most + 1):
        log_in(ann.name, WRONG, address=address)
    assert log_in(ben.name, address=address).status_code == 201


def test_trying_many_names_is_slow_too(database):
    address = fresh_address()
    statuses = [
        log_in(fresh_name(), WRONG, address=address).status_code
        for _ in range(failures.FROM_AN_ADDRESS.most + 2)
    ]
    assert statuses == [401] * failures.FROM_AN_ADDRESS.most + [429] * 2


def test_good_log_ins_are_not_counted(database):
    ann, address = open_person(), fresh_address()
    for _ in range(failures.WITH_A_NAME.most + 2):
        assert log_in(ann.name, address=address).status_code == 201


def test_a_forged_address_is_not_believed(database):
    """F24: many headers from one socket."""
    ann, address = open_person(), fresh_address()
    client = Caller()
    client.client.defaults["REMOTE_ADDR"] = address
    body = {"name": ann.name, "password": WRONG, "label": "x", "scopes": ["games:read"]}
    statuses = [
        client.post("/tokens", body, X_Forwarded_For=f"203.0.113.{host}").status_code
        for host in range(failures.WITH_A_NAME.most + 5)
    ]
    assert statuses == [401] * failures.WITH_A_NAME.most + [429] * 5


def test_behind_a_proxy_it_counts_what_the_proxy_saw(database, settings):
    settings.HERDBOOK_NUM_PROXIES = 1
    ann, proxy = open_person(), fresh_address()
    body = {"name": ann.name, "password": WRONG, "label": "x", "scopes": ["games:read"]}

    def ask(seen, password=WRONG):
        caller = Caller()
        caller.client.defaults["REMOTE_ADDR"] = proxy
        forged = f"203.0.113.{next(hosts)}, {seen}"
        return caller.post("/tokens", {**body, "password": password}, X_Forwarded_For=forged)

    hosts, guesser, owner = iter(range(200)), fresh_address(), fresh_address()
    for _ in range(failures.WITH_A_NAME.most):
        problem(ask(guesser), 401, "bad_credentials")
    problem(ask(guesser), 429, "rate_limited")
    assert ask(owner, PASSWORD).status_code == 201


def test_a_cache_that_is_away_stops_neither_people_nor_counting(database, monkeypatch):
    """Our own cache, at an address where nobody listens."""
    away = RedisCache("redis://127.0.0.1:1/0", {"OPTIONS": {"socket_connect_timeout": 0.2}})
    monkeypatch.setattr(failures, "cache", away)
    monkeypatch.setattr(counting, "cache", away)
    ann, address = open_person(), fresh_address()
    assert log_in(ann.name, address=address).status_code == 201
    for _ in range(failures.WITH_A_NAME.most):
        problem(log_in(ann.name, WRONG, address=address), 401, "bad_credentials")
    problem(log_in(ann.name, WRONG, address=address), 429, "rate_limited")


def test_a_counter_that_the_cache_has_lost_starts_anew(database):
    ann, address = open_person(), fresh_address()
    for _ in range(failures.WITH_A_NAME.most):
        log_in(ann.name, WRONG, address=address)
    attempts = failures.count_attempt(name="another", address=address)
    cache.clear()
    for attempt in attempts:
        attempt.take_back()
    problem(log_in(ann.name, WRONG, address=address), 401, "bad_credentials")


def test_an_unknown_name_takes_as_long_as_a_wrong_password(database, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    ann, address = open_person(), fresh_address()

    def seconds(name):
        started = time.perf_counter()
        problem(log_in(name, WRONG, address=address), 401, "bad_credentials")
        return time.perf_counter() - started

    known, unknown = [], []
    for _ in range(5):
        known.append(seconds(ann.name))
        unknown.append(seconds(fresh_name()))
    assert 0.5 < median(unknown) / median(known) < 2
