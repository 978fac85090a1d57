"""Receivers on this machine, which the tests open for webhooks."""

from collections.abc import Iterator
from ipaddress import ip_network

import pytest

from tests.accounts.webhooks.sinks import Sink, sink


@pytest.fixture(autouse=True)
def loopback_open(settings) -> None:
    settings.HERDBOOK_WEBHOOK_ALLOW = (ip_network("127.0.0.1/32"),)


@pytest.fixture
def receiver() -> Iterator[Sink]:
    """A receiver that takes everything."""
    with sink() as one:
        yield one
