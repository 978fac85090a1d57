"""A mail server that each test has for itself, and nothing left to send from tests before it."""

from collections.abc import Iterator

import pytest

from accounts.mails.models import Mail
from accounts.models import Account
from tests.mails.postbox import Postbox, postbox
from tests.services.account_feeds import catch_up


@pytest.fixture(autouse=True)
def nothing_waits(database: None) -> None:
    catch_up()
    Mail.objects.all().delete()
    Account.objects.exclude(email="").update(email="", email_confirmed_at=None)


@pytest.fixture
def box(settings) -> Iterator[Postbox]:
    with postbox() as opened:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", opened.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        yield opened
