"""Threads whose calls go to the database together."""

import ctypes
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection, transaction

from accounts.combining import MOST, PATIENCE, Combiner

Gathering = Callable[[Sequence[int]], Sequence[int]]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody overtakes a call meanwhile: to line threads up can take long on a busy machine."""
    monkeypatch.setattr("accounts.combining.PATIENCE", 60.0)


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


@pytest.mark.usefixtures("patient")
def test_who_comes_while_a_call_is_under_way_goes_with_the_next() -> None:
    doubling = Doubling()
    asked = _ask_all(doubling, Combiner(doubling), 8)

    assert [future.result() for future in asked] == [0, 2, 4, 6, 8, 10, 12, 14]
    assert [sorted(call) for call in doubling.calls] == [[0], [1, 2, 3, 4, 5, 6, 7]]


@pytest.mark.usefixtures("patient")
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


@pytest.mark.usefixtures("patient")
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


@pytest.mark.usefixtures("patient")
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


class Hanging:
    """Doubles numbers, but hangs on 0 until it is let go."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []
        self.may_end = threading.Event()

    def __call__(self, numbers: Sequence[int]) -> list[int]:
        self.calls.append(list(numbers))
        assert 0 not in numbers or self.may_end.wait(30)
        return [2 * number for number in numbers]


def test_a_call_that_hangs_holds_the_others_up_once_and_for_a_moment_only() -> None:
    """A fault: who came first waited for a lock or a dead network, and the whole process with it."""
    hanging = Hanging()
    combined = Combiner(hanging)
    with ThreadPoolExecutor(8) as pool:
        hung = pool.submit(combined, 0)
        _until(lambda: bool(hanging.calls))
        began = time.monotonic()
        others = [pool.submit(combined, number) for number in range(1, 7)]
        assert [future.result(10) for future in others] == [2, 4, 6, 8, 10, 12]
        assert time.monotonic() - began < 5 * PATIENCE
        began = time.monotonic()
        assert pool.submit(combined, 7).result(10) == 14
        assert time.monotonic() - began < PATIENCE, "nobody waits for that call a second time"
        assert not hung.done()
        hanging.may_end.set()
        assert hung.result(10) == 0
    assert combined(8) == 16
    assert combined._leaders == []


def test_who_is_interrupted_while_waiting_leaves_the_line() -> None:
    """A fault: the lead was left to a thread that had gone, and all the others waited for ever."""
    doubling = Doubling()
    combined = Combiner(doubling)

    class Interrupted(BaseException):
        pass

    def wait_and_be_interrupted() -> None:
        with pytest.raises(Interrupted):
            combined(1)

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(combined, 0)
        _until(lambda: bool(doubling.calls))
        gone = threading.Thread(target=wait_and_be_interrupted)
        gone.start()
        _until(lambda: len(combined._line) == 1)
        assert gone.ident is not None
        raised = ctypes.py_object(Interrupted)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(gone.ident), raised)
        gone.join(10)
        assert len(combined._line) == 0
        doubling.may_end.set()
        assert first.result(10) == 0
    assert combined(2) == 4
    assert doubling.calls == [[0], [2]]


@pytest.mark.usefixtures("patient")
def test_a_leader_that_dies_leaves_the_lead_and_no_follower_without_an_answer() -> None:
    gather = threading.Event()

    def die(numbers: Sequence[int]) -> list[int]:
        assert gather.wait(30)
        if 0 in numbers:
            raise SystemExit
        return list(numbers)

    combined = Combiner(die)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(combined, number) for number in (7, 0, 1, 2)]
        _until(lambda: len(combined._line) == 3)
        gather.set()
        errors = [future.exception(10) for future in asked]
    kinds = [type(error) for error in errors]
    assert kinds[0] is type(None)
    assert sorted(kind.__name__ for kind in kinds[1:]) == [
        "OperationalError",
        "OperationalError",
        "SystemExit",
    ]
    assert combined(3) == 3


@pytest.mark.usefixtures("patient")
def test_a_child_of_a_process_that_was_asking_waits_for_none_of_its_threads() -> None:
    """A fault: a worker forks again while its timers ask, and the child's first call never ended."""
    doubling = Doubling()
    combined = Combiner(doubling)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(combined, number) for number in (0, 1)]
        _until(lambda: len(combined._line) == 1)
        child = os.fork()
        if child == 0:  # only what needs no other thread: then out, past pytest
            is_free = not combined._leaders and not combined._line
            os._exit(0 if is_free and combined._lock.acquire(timeout=1) else 1)
        _, status = os.waitpid(child, 0)
        doubling.may_end.set()
        assert [future.result(10) for future in asked] == [0, 2]
    assert os.waitstatus_to_exitcode(status) == 0
