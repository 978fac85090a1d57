"""What the stack says to the person who started it, and the error that ends a command."""

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path


class StackError(Exception):
    """The stack cannot go on; the message says what to do."""


def say(line: str = "") -> None:
    """Write a line at once. A terminal that has gone away must not stop an orderly shutdown."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def complain(line: str) -> None:
    """Write a line to standard error."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


@contextlib.contextmanager
def timed(what: str) -> Iterator[None]:
    """Say how long a step took, once it is done."""
    begin = time.monotonic()
    yield
    say(f"  {what:<20}{time.monotonic() - begin:6.1f} s")


def tail(log: Path, begin: int = 0, count: int = 15) -> str:
    """Return the end of a log, for a person who has to find out why something does not start.

    `begin` is where the start in question begins: what earlier ones wrote would mislead.
    """
    with log.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(begin, file.tell() - 8000))
        lines = file.read().decode(errors="replace").splitlines()[-count:]
    return "\n".join([f"The end of {log}:", *(f"    {line}" for line in lines)])
