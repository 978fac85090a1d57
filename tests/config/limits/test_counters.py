"""Counting: atomic, in the cache and without it, and with a cache that is away."""

import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from config.limits import counters
from config.limits.counters import Counters
from config.limits.draws import Draw
from config.limits.policies import READS, WRITES
from tests.stack.stacks import free_port


@pytest.fixture
def caller():
    return f"token:{uuid4().hex}"


def test_two_hundred_at_once_find_room_for_exactly_ten(limits, caller):
    limits.on(reads=10)
    with ThreadPoolExecutor(40) as pool:
        drawn = pool.map(lambda _: counters.draw([Draw(READS, caller, 1)])[0], range(200))
    found = list(drawn)
    assert sum(not standing.refused for standing in found) == 10
    assert {standing.remaining for standing in found} == set(range(10))


def test_of_two_budgets_both_have_room_or_neither_is_drawn_from(limits, caller):
    limits.on(reads=3, writes=1)
    both = [Draw(READS, caller, 1), Draw(WRITES, caller, 1)]
    assert [s.remaining for s in counters.draw(both)] == [2, 0]
    refused = counters.draw(both)
    assert [s.refused for s in refused] == [False, True]
    assert [s.remaining for s in refused] == [2, 0]


def test_what_is_given_back_is_there_again_and_no_more_than_that(limits, caller):
    limits.on(reads=2)
    counters.draw([Draw(READS, caller, 1)])
    for _ in range(2):
        assert counters.draw([Draw(READS, caller, -1)])[0].remaining == 2


def test_looking_takes_nothing(limits, caller):
    limits.on(reads=2)
    for _ in range(3):
        standing = counters.draw([Draw(READS, caller)])[0]
        assert (standing.remaining, standing.resets_in) == (2, 60)


def test_a_window_begins_with_the_first_draw_and_ends_for_all_at_once(limits, caller):
    limits.on(reads=2)
    take = [Draw(READS, caller, 1)]
    counters.draw(take)
    limits.let_pass(20)
    assert 38 <= counters.draw(take)[0].resets_in <= 40
    limits.let_pass(39)
    assert counters.draw(take)[0].refused
    limits.let_pass(1)
    assert counters.draw(take)[0].remaining == 1


def test_a_window_that_has_ended_is_forgotten():
    own = Counters("")._own
    own.draw([Draw(READS, "token:first", 1)])
    own._found = {key: (used, end - 60) for key, (used, end) in own._found.items()}
    own._tidy_at = 0
    own.draw([Draw(READS, "token:second", 1)])
    assert list(own._found) == ["herdbook:limits:reads:token:second"]


def test_without_its_cache_a_process_counts_by_itself(limits, caller):
    limits.on(reads=10)
    away = Counters(f"redis://127.0.0.1:{free_port()}/0")
    begin = time.monotonic()
    found = [away.draw([Draw(READS, caller, 1)])[0] for _ in range(200)]
    assert sum(not standing.refused for standing in found) == 10
    assert time.monotonic() - begin < 1
