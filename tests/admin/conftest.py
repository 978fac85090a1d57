from tests.moderation.conftest import ann, ben  # noqa: F401 - fixtures
