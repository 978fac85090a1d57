"""Further tokens of a player: of other scopes, expired, revoked."""

from datetime import datetime

from django.utils import timezone

from accounts.models import Account, Token
from accounts.services.issuing import issue_token
from tests.cast import Caller, Player


def key_for(player: Player, *scopes: str, expires_at: datetime | None = None) -> Caller:
    """Return a caller with a new token of this player."""
    issued = issue_token(
        Account.objects.get(name=player.name),
        label="another",
        scopes=scopes,
        now=timezone.now(),
        expires_at=expires_at,
    )
    return Caller(token=issued.text)


def revoke(caller: Caller) -> None:
    """Take a caller's token back."""
    assert caller.token is not None
    found = Token.objects.filter(id=caller.token.split("_")[1])
    assert found.update(revoked_at=timezone.now()) == 1
