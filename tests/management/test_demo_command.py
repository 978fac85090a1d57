"""`manage.py demo` where it would do harm."""

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Account


def test_no_demo_is_made_on_a_server_for_the_public(database, settings):
    settings.PRODUCTION = True
    before = Account.objects.count()
    with pytest.raises(CommandError, match="server for the public"):
        call_command("demo")
    assert Account.objects.count() == before


@pytest.mark.parametrize("evenings", ["0", "-1", "many"])
def test_a_demo_has_an_evening_at_least(database, evenings):
    with pytest.raises(CommandError, match="not a number from 1 to"):
        call_command("demo", f"--evenings={evenings}")
