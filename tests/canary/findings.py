"""What was told to somebody who may not know it: kept until the test that it happened in ends."""

from collections.abc import Iterator
from contextlib import contextmanager

_found: list[str] = []


def report(channel: str, where: str, what: object) -> None:
    """Note what was found; also from threads, whose errors no test sees."""
    _found.append(f"{channel}: {where} tells {what}")


def taken() -> list[str]:
    """Return what was found since the last time."""
    found = _found.copy()
    _found.clear()
    return found


@contextmanager
def expected() -> Iterator[list[str]]:
    """Collect what is found meanwhile, which was planted."""
    before, found = taken(), list[str]()
    try:
        yield found
    finally:
        found += taken()
        _found.extend(before)
