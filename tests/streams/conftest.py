"""What the tests of streams share."""

import pytest

from tests.config.conftest import asgi  # noqa: F401 - the same application


@pytest.fixture
def quick(settings):
    """Heartbeats that come fast."""
    settings.HERDBOOK_HEARTBEAT_SECONDS = 0.2
