"""Fail-points: the steps of the command path, wrapped before a process takes its first request.

The product knows nothing of them. A step raises what a lost database raises, ends the process
without a word, or takes its time.
"""

import functools
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.db import OperationalError

from tests.faults.orders import Orders, Step, When

EXIT_CODE = 70
_rng = random.Random()


def install() -> None:
    """Wrap the steps in this process; Django must be set up."""
    from accounts.combining import Combiner
    from games.services import execute
    from games.store import append

    orders = Orders.of_environment()
    _wrap(execute, "_load", "load", orders)
    for command in _commands(execute.Command):
        if "decide" in vars(command):
            _wrap(command, "decide", "decide", orders)
    _wrap(append, "append_events", "append", orders)
    # What befalls a call befalls all that go together in it.
    append._with_others = Combiner(append.append_events)
    _wrap(execute, "announce", "announce", orders)


def _commands(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _commands(one)


def _wrap(owner: Any, name: str, step: Step, orders: Orders) -> None:
    function: Callable[..., Any] = getattr(owner, name)

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        _meet(orders, step, "before")
        answer = function(*args, **kwargs)
        _meet(orders, step, "after")
        return answer

    setattr(owner, name, wrapped)


def _meet(orders: Orders, step: Step, when: When) -> None:
    point = orders.fail_point()
    if point is None or (point.step, point.when) != (step, when) or _rng.random() > point.share:
        return
    orders.count(f"{point.action} {when} {step}")
    if point.action == "sleep":
        time.sleep(point.seconds)
    elif point.action == "exit":
        os._exit(EXIT_CODE)
    else:
        raise OperationalError("a fail-point")
