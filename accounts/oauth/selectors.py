"""Reading apps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Min, QuerySet
from django.utils import timezone
from oauth2_provider.models import RefreshToken, refresh_token_expire_timedelta

from accounts.errors import UnknownAppError
from accounts.models import Account
from accounts.oauth import credentials
from accounts.oauth.models import App


@dataclass(frozen=True, kw_only=True)
class LetIn:
    """An app that somebody has let in."""

    app: App
    scopes: Sequence[str]
    since: datetime
    last_used_at: datetime
    """To the minute."""


def apps_of(author: Account) -> "QuerySet[App]":
    """Return the apps that an account has registered."""
    return App.objects.filter(user=author)


def find_app(client_id: str, *, author: Account) -> App:
    """Return an app of this author; raise `UnknownAppError`, also for another's."""
    found = (
        apps_of(author).filter(client_id=client_id).first()
        if credentials.is_client_id(client_id)
        else None
    )
    if found is None:
        raise UnknownAppError("You have no such app.")
    return found


def let_in_by(account: UUID) -> list[LetIn]:
    """Return the apps that can act for an account now, by name."""
    delta = refresh_token_expire_timedelta()
    live = (
        RefreshToken.objects.filter(
            user=account, revoked=None, access_token__expires__gt=timezone.now() - delta
        )
        .order_by("application")
        .values_list("application", "access_token__scope")
    )
    scopes: dict[UUID, set[str]] = {}
    for app, text in live:
        scopes.setdefault(app, set()).update(text.split())
    known = (
        RefreshToken.objects.filter(user=account, application__in=scopes)
        .order_by()
        .values("application")
        .annotate(since=Min("created"), used=Max("access_token__key__last_used_at"))
    )
    apps = App.objects.select_related("user").in_bulk(list(scopes))
    found = [
        LetIn(
            app=apps[row["application"]],
            scopes=sorted(scopes[row["application"]]),
            since=row["since"],
            last_used_at=row["used"] or row["since"],
        )
        for row in known
        if row["application"] in apps
    ]
    return sorted(found, key=lambda one: (one.app.name, one.app.client_id))
