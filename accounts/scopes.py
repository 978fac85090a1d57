"""What a token may be used for, and which accounts may have which tokens."""

from collections.abc import Mapping
from enum import StrEnum

from accounts.models import Account


class Scope(StrEnum):
    """One permission of a token."""

    GAMES_READ = "games:read"
    GAMES_PLAY = "games:play"
    GAMES_CREATE = "games:create"
    ACCOUNT_READ = "account:read"
    ACCOUNT_WRITE = "account:write"
    BOTS_MANAGE = "bots:manage"
    WEBHOOKS_MANAGE = "webhooks:manage"
    CHAT_WRITE = "chat:write"
    REPORTS_WRITE = "reports:write"


TEXTS: Mapping[Scope, str] = {
    Scope.GAMES_READ: "See your games, your cards and what waits for you",
    Scope.GAMES_PLAY: "Play for you: sit down, move, resign, answer invitations",
    Scope.GAMES_CREATE: "Make games in your name and invite others",
    Scope.ACCOUNT_READ: "See your account: your mail address, settings and tokens (not their secrets)",
    Scope.ACCOUNT_WRITE: "Change your account: its settings, your vacation, and whom you block",
    Scope.BOTS_MANAGE: "Make, change and end your bots",
    Scope.WEBHOOKS_MANAGE: "Have news of your games sent to other servers",
    Scope.CHAT_WRITE: "Write messages in your name",
    Scope.REPORTS_WRITE: "Report players and messages in your name",
}
"""What whoever holds a token with a scope can do, as it is said to the account's owner."""

SANDBOX_SCOPES = (Scope.GAMES_READ, Scope.GAMES_PLAY, Scope.GAMES_CREATE, Scope.ACCOUNT_READ)
BOT_SCOPES = (*SANDBOX_SCOPES, Scope.WEBHOOKS_MANAGE, Scope.CHAT_WRITE)
"""A bot plays and talks; what it is, and whom it meets, is for its owner to say."""
PERSON_SCOPES = tuple(Scope)


def eligible(account: Account) -> tuple[Scope, ...]:
    """Return the scopes that tokens of this account can have."""
    if account.sandbox:
        return SANDBOX_SCOPES
    return BOT_SCOPES if account.kind == Account.Kind.BOT else PERSON_SCOPES
