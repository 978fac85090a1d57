"""Tokens that somebody has found in a public place: they are revoked, and their owners are told.

Whoever reports one holds it, so being able to do this gives nobody anything; and what comes of a
report is told to the owner alone.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from oauth2_provider.models import RefreshToken, revoke_access_token

from accounts import tokens
from accounts.event_data import LeakData
from accounts.event_types import EventType
from accounts.models import Account, Token
from accounts.oauth import credentials
from accounts.oauth.models import App
from accounts.services.telling import News, tell


def report(texts: Sequence[str], *, now: datetime) -> int:
    """Revoke those that are good; return how many were, for nobody who has reported them."""
    return sum(_revoke(text, now) for text in dict.fromkeys(texts))


def _revoke(text: str, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        news = _token(text, now) or _refresh_token(text, now) or _secret_of_app(text, now)
        if news is not None:
            tell([news])
    return news is not None


def _token(text: str, now: datetime) -> News | None:
    parsed = tokens.parse(text)
    if parsed is None:
        return None
    good = Token.objects.select_related("account", "access").select_for_update(of=("self",))
    token = good.filter(id=parsed.id, revoked_at=None).first()
    if token is None or not tokens.matches(parsed.secret, bytes(token.secret_hash)):
        return None
    if token.access is not None:
        revoke_access_token(token.access)
    else:
        Token.objects.filter(id=token.id).update(revoked_at=now)
    return _news(token.account, token.id, "app_token" if token.of_app else "token", now)


def _refresh_token(text: str, now: datetime) -> News | None:
    own = RefreshToken.objects.select_related("user", "application").select_for_update(of=("self",))
    # One that is spent counts, too: its family may be in use by whoever has found it first.
    found = own.filter(token_checksum=credentials.digest(text)).first()
    if found is None:
        return None
    family = RefreshToken.objects.filter(token_family=found.token_family, revoked=None)
    if not family.exists():
        return None
    RefreshToken.revoke_family(found.token_family)
    return _news(found.user, found.application.client_id, "app_token", now)


def _secret_of_app(text: str, now: datetime) -> News | None:
    found = App.objects.select_related("user").select_for_update(of=("self",))
    app = found.filter(client_secret=credentials.digest(text)).first()
    if app is None or app.user is None:
        return None
    # A secret that nobody has: the author makes a new one.
    app.client_secret = credentials.digest(credentials.new(credentials.SECRET))
    app.save(update_fields=["client_secret"])
    return _news(app.user, app.client_id, "app_secret", now)


def _news(account: Account, id_: str, kind: str, now: datetime) -> News:
    owner: UUID = account.owner_id or account.id
    return News(
        account=owner,
        type=EventType.TOKEN_LEAKED,
        at=now,
        data=LeakData(id=id_, kind=kind),
        dedupe=f"{EventType.TOKEN_LEAKED}/{id_}/{now.isoformat()}",
    )
