"""Changing what an account says of itself."""

from collections.abc import Mapping
from typing import Any

from accounts.models import Account

_OF_A_PERSON = frozenset({"display_name", "time_zone", "notifications"})
_OF_A_BOT = frozenset({"display_name", "description", "accepts", "is_active"})


def change_profile(account: Account, *, changes: Mapping[str, Any]) -> None:
    """Store the changes of one's own profile; notification choices not named stay as they are."""
    merged = dict(changes)
    if "notifications" in merged:
        merged["notifications"] = {**account.notifications, **merged["notifications"]}
    _store(account, merged, _OF_A_PERSON)


def change_bot(bot: Account, *, changes: Mapping[str, Any]) -> None:
    """Store the changes that a bot's owner makes to it; one that is not active is let in nowhere."""
    _store(bot, changes, _OF_A_BOT)


def _store(account: Account, changes: Mapping[str, Any], known: frozenset[str]) -> None:
    assert known.issuperset(changes), "the API names the fields"
    for name, value in changes.items():
        setattr(account, name, value)
    if changes:
        account.save(update_fields=list(changes))
