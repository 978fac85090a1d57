import pytest

from accounts.moderation.actors import Actor
from tests.moderation.staff import open_staff


@pytest.fixture
def moderator(database: None) -> Actor:
    return open_staff()
