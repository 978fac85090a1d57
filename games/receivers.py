"""Games hear here of the end of accounts."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from accounts.signals import erased
from games.services import erasure


@receiver(erased)
def forget(sender: Any, account: UUID, **kwargs: Any) -> None:
    """Let go of the account; raises while some game still knows it."""
    erasure.forget_account(account)
