"""What a token may be used for, and which accounts may have which tokens."""

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


SANDBOX_SCOPES = (Scope.GAMES_READ, Scope.GAMES_PLAY, Scope.GAMES_CREATE, Scope.ACCOUNT_READ)
BOT_SCOPES = (*SANDBOX_SCOPES, Scope.WEBHOOKS_MANAGE, Scope.CHAT_WRITE)
"""A bot plays and talks; what it is, and whom it meets, is for its owner to say."""
PERSON_SCOPES = tuple(Scope)


def eligible(account: Account) -> tuple[Scope, ...]:
    """Return the scopes that tokens of this account can have."""
    if account.sandbox:
        return SANDBOX_SCOPES
    return BOT_SCOPES if account.kind == Account.Kind.BOT else PERSON_SCOPES
