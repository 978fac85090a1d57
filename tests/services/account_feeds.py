"""Reading account feeds in tests of what is told."""

from uuid import UUID

from accounts.models import AccountEvent
from games.services import account_feed
from games.store import consumers
from tests.store.feeding import end_of_feed, go_to


def catch_up() -> None:
    """Let nothing be left to tell of what happened until now, and tell nothing of it."""
    go_to(account_feed.CONSUMER, end_of_feed())


def tell_all() -> int:
    """Tell what there is to tell; return how many events of the log it was."""
    consumers.begin([account_feed.CONSUMER])
    handled = 0
    while count := consumers.advance(account_feed.CONSUMER):
        handled += count
    return handled


def feed_of(account: UUID) -> list[AccountEvent]:
    return list(AccountEvent.objects.filter(account=account).order_by("sequence"))


def types_of(account: UUID) -> list[str]:
    return [one.type for one in feed_of(account)]
