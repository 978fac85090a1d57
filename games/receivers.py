"""Games hear here of the end of accounts and of vacations, and tell of commits to whoever waits."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from accounts import wakeups
from accounts.signals import erased, vacation_turned
from games.services import erasure, vacations
from games.signals import committed
from games.store.load import Loaded


@receiver(erased)
def forget(sender: Any, account: UUID, **kwargs: Any) -> None:
    """Let go of the account; raises while some game still knows it."""
    erasure.forget_account(account)


@receiver(committed)
def wake_who_waits(sender: Any, loaded: Loaded, **kwargs: Any) -> None:
    """Wake those who wait for this game, and those who owe something in it now."""
    topics = [f"game {loaded.id}"]
    for owed in loaded.state.owed:
        owner = loaded.owners.get(loaded.state.seats[owed.seat].holder or "")
        if owner is not None:
            topics.append(f"turns {owner.account}")
    wakeups.send(topics)


@receiver(vacation_turned)
def list_games(sender: Any, account: UUID, **kwargs: Any) -> None:
    """Put the games of the account on the list of those that have to learn of it."""
    vacations.list_games(account)
