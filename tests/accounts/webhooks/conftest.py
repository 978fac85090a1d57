"""Receivers on this machine, which the tests open for webhooks."""

import pytest


@pytest.fixture(autouse=True)
def of_this_machine(loopback_open: None) -> None:
    """All of them."""
