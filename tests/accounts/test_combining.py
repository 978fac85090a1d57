"""Threads whose calls go to the database together."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection, transaction

from accounts.combining import MOST, Combiner

Gathering = Callable[[Sequence[int]], Sequence[int]]


class Doubling:
    """Doubles numbers, notes which came together, and holds the first call until it is let go."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []
        self.may_end = threading.Event()

    def __call__(self, numbers: Sequence[int]) -> list[int]:
        self.calls.append(list(numbers))
        assert self.may_end.wait(30)
        return [2 * number for number in numbers]


def _ask_all(doubling: Doubling, combined: Combiner[int, int], count: int) -> list[Future[int]]:
    """Ask from so many threads, all but the first while the first call is under way."""
    with ThreadPoolExecutor(count) as pool:
        first = pool.submit(combined, 0)
        _until(lambda: bool(doubling.calls))
        others = [pool.submit(combined, number) for number in range(1, count)]
        _until(lambda: len(combined._line) == count - len(doubling.calls))
        doubling.may_end.set()
        return [first, *others]


def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(3000):
        if is_so():
            return
        time.sleep(0.01)
    pytest.fail("it did not come to that")


def test_who_comes_while_a_call_is_under_way_goes_with_the_next() -> None:
    doubling = Doubling()
    asked = _ask_all(doubling, Combiner(doubling), 8)

    assert [future.result() for future in asked] == [0, 2, 4, 6, 8, 10, 12, 14]
    assert [sorted(call) for call in doubling.calls] == [[0], [1, 2, 3, 4, 5, 6, 7]]


def test_no_call_is_longer_than_the_limit() -> None:
    doubling = Doubling()
    asked = _ask_all(doubling, Combiner(doubling), MOST + 10)

    assert [future.result() for future in asked] == [2 * n for n in range(MOST + 10)]
    assert [len(call) for call in doubling.calls] == [1, MOST, 9]


def test_several_calls_may_be_under_way(settings: LazySettings) -> None:
    settings.HERDBOOK_CALLS_AT_ONCE = 3
    doubling = Doubling()
    asked = _ask_all(doubling, Combiner(doubling), 3)

    assert [future.result() for future in asked] == [0, 2, 4]
    assert sorted(doubling.calls) == [[0], [1], [2]]


def test_an_error_of_one_question_is_that_one_s_alone() -> None:
    gather = threading.Event()

    def halve(numbers: Sequence[int]) -> list[int]:
        assert gather.wait(30)
        if any(number % 2 for number in numbers):
            raise ValueError("odd")
        return [number // 2 for number in numbers]

    combined = Combiner(halve)
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(combined, number) for number in range(6)]
        _until(lambda: len(combined._line) == 5)
        gather.set()

    assert [future.result() for future in asked[::2]] == [0, 1, 2]
    for future in asked[1::2]:
        with pytest.raises(ValueError, match="odd"):
            future.result()
    assert combined(8) == 4, "nobody is left behind in the line"


def test_after_a_cut_connection_every_thread_hears_of_it_and_nothing_is_asked_twice() -> None:
    """F30: nobody knows what was done, so nothing is tried again."""
    gather, calls = threading.Event(), list[int]()

    def cut(numbers: Sequence[int]) -> list[int]:
        assert gather.wait(30)
        calls.extend(numbers)
        raise OperationalError("server closed the connection unexpectedly")

    combined = Combiner(cut)
    with ThreadPoolExecutor(5) as pool:
        asked = [pool.submit(combined, number) for number in range(5)]
        _until(lambda: len(combined._line) == 4)
        gather.set()

    errors = [future.exception() for future in asked]
    assert all(isinstance(error, OperationalError) for error in errors)
    assert len({id(error) for error in errors}) == 5, "an exception belongs to one thread"
    assert sorted(calls) == [0, 1, 2, 3, 4]


@pytest.mark.usefixtures("database")
def test_who_is_inside_a_transaction_waits_for_nobody() -> None:
    doubling = Doubling()
    combined = Combiner(doubling)
    with ThreadPoolExecutor(1) as pool:
        outside = pool.submit(combined, 1)
        _until(lambda: bool(doubling.calls))
        threading.Timer(0.2, doubling.may_end.set).start()
        with transaction.atomic():
            assert combined(2) == 4
        assert outside.result() == 2
    assert sorted(doubling.calls) == [[1], [2]]
    assert connection.get_autocommit()
