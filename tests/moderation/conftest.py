import pytest

from accounts.moderation.actors import Actor
from tests.accounts.people import open_person
from tests.cast import Player
from tests.moderation.staff import open_staff


@pytest.fixture
def moderator(database: None) -> Actor:
    return open_staff()


@pytest.fixture
def ann(database: None) -> Player:
    return open_person()


@pytest.fixture
def ben(database: None) -> Player:
    return open_person()
