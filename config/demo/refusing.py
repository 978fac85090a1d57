"""Where a demo would do harm: on a server for the public, or on top of another demo."""

from django.conf import settings

from accounts.models import Account
from config.demo.people import PLAYERS, STAFF


class NoPlaceForADemoError(Exception):
    """The database takes no demo; the text says why, and what to do."""


def must_be_fit(*, is_meant: bool) -> None:
    """Raise `NoPlaceForADemoError` unless nobody can mistake the demo for the real thing.

    `is_meant`: whoever asks knows that this looks like a server for the public.
    """
    names = [one.name for one in (*STAFF, *PLAYERS)]
    there = Account.objects.filter(name__in=names).order_by("name").first()
    if there is not None:
        raise NoPlaceForADemoError(
            f"There is an account {there.name} already: this database has a demo, or people of its"
            " own. Take an empty one, for example another HERDBOOK_DATA for `make run`."
        )
    if settings.PRODUCTION and not is_meant:
        raise NoPlaceForADemoError(
            "This is set up as a server for the public (HERDBOOK_DEBUG is off). A demo would fill it"
            " with made-up people who can log in. --anyway does it all the same."
        )
