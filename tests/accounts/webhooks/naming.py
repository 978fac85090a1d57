"""What names resolve to, for the length of a test."""

import socket
from collections.abc import Callable, Sequence
from typing import Any

import pytest


def resolve(patch: pytest.MonkeyPatch, host: str, answers: Callable[[], Sequence[str]]) -> None:
    """Let the system's look-up of one name answer what `answers` says each time."""
    real = socket.getaddrinfo

    def look_up(name: Any, *arguments: Any, **options: Any) -> Any:
        if name != host:
            return real(name, *arguments, **options)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 0)) for one in answers()]

    patch.setattr(socket, "getaddrinfo", look_up)
