"""What a token may be used for."""

from enum import StrEnum


class Scope(StrEnum):
    """One permission of a token."""

    GAMES_READ = "games:read"
    GAMES_PLAY = "games:play"
    GAMES_CREATE = "games:create"
    ACCOUNT_READ = "account:read"
    ACCOUNT_WRITE = "account:write"


SANDBOX_SCOPES = (Scope.GAMES_READ, Scope.GAMES_PLAY, Scope.GAMES_CREATE, Scope.ACCOUNT_READ)
