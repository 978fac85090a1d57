"""What a look at one thing found."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How somebody should take a finding."""

    OK = "ok"
    NOTE = "note"
    """Worth knowing, and nobody need act on it."""
    WRONG = "wrong"
    UNKNOWN = "unknown"
    """It could not be looked at, because of something else that is wrong."""


@dataclass(frozen=True)
class Finding:
    """One sentence about one thing, and what to do if that is not as it should be."""

    check: str
    state: State
    text: str
    remedy: str = ""


def ok(check: str, text: str) -> Finding:
    """Return a finding about something that is as it should be."""
    return Finding(check, State.OK, text)


def wrong(check: str, text: str, remedy: str) -> Finding:
    """Return a finding on which somebody has to act."""
    return Finding(check, State.WRONG, text, remedy)


def unknown(check: str, text: str) -> Finding:
    """Return a finding about what could not be looked at."""
    return Finding(check, State.UNKNOWN, text)
