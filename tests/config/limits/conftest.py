"""Limits switched on, in the cache and without it, with quotas of a test's own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from config.limits import counters
from config.limits.policies import POLICIES
from tests.cast import Caller

SETTINGS = {policy.key: policy.setting for policy in POLICIES}


@dataclass
class Limits:
    """The switch, and the time."""

    settings: Any

    def on(self, **quotas: int) -> None:
        """Enforce; `join_codes=3` sets the quota of `join-codes`."""
        self.settings.HERDBOOK_LIMITS = True
        for key, quota in quotas.items():
            setattr(self.settings, SETTINGS[key.replace("_", "-")], quota)

    def let_pass(self, seconds: int) -> None:
        """Bring every window nearer to its end."""
        used = counters._counters(self.settings.HERDBOOK_CACHE_URL)
        used._own._found = {k: (n, end - seconds) for k, (n, end) in used._own._found.items()}
        if used._shared is not None:
            client = used._shared.client
            for key in client.scan_iter("herdbook:limits:*"):
                client.pexpire(key, client.pttl(key) - seconds * 1000)


@pytest.fixture(params=["cache", "process"])
def limits(request, settings) -> Limits:
    """Limits that are off until a test switches them on, so that its cast can sit down first."""
    if request.param == "process":
        settings.HERDBOOK_CACHE_URL = ""
    elif not settings.HERDBOOK_CACHE_URL:
        pytest.skip("servers of one's own may have no cache to count in; make test brings one")
    return Limits(settings)


@pytest.fixture
def stranger() -> Callable[[], Caller]:
    """Make callers without a token, each from an address of its own."""
    return lambda: Caller(client=Client(REMOTE_ADDR=f"2001:db8:{uuid4().hex[:4]}::1"))


def fields(response, name: str) -> dict[str, dict[str, int]]:
    """Read `"reads";q=600;w=60, ...`."""
    found = {}
    for item in response[name].split(", "):
        key, *parameters = item.split(";")
        assert key[0] == key[-1] == '"'
        found[key.strip('"')] = {p[0]: int(p[2:]) for p in parameters}
    return found
