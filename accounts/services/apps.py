"""Apps as their authors manage them, and as those whom they act for do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from oauth2_provider.models import AccessToken, DeviceGrant, Grant, RefreshToken

from accounts.errors import PublicAppError, TooManyAppsError, UnknownAppError
from accounts.models import Account
from accounts.oauth import credentials
from accounts.oauth.models import App
from accounts.services import keys


@dataclass(frozen=True, kw_only=True)
class Registered:
    """An app, and its new secret, which cannot be read again afterwards; None for a public one."""

    app: App
    secret: str | None = field(repr=False)


def register_app(
    author: Account,
    *,
    name: str,
    homepage: str,
    redirect_uris: Sequence[str],
    device_flow: bool,
    confidential: bool,
    now: datetime,
) -> Registered:
    """Make an app; raise `TooManyAppsError`."""
    secret = credentials.new(credentials.SECRET) if confidential else None
    with transaction.atomic(durable=True):
        # Two requests at once count one after the other.
        keys.hold_row(author)
        if App.objects.filter(user=author).count() >= settings.HERDBOOK_APPS_MOST:
            raise TooManyAppsError(
                f"There may be {settings.HERDBOOK_APPS_MOST} apps for each account."
            )
        app = App.objects.create(
            user=author,
            name=name,
            homepage=homepage,
            redirect_uris=" ".join(dict.fromkeys(redirect_uris)),
            device_flow=device_flow,
            client_type=App.CLIENT_CONFIDENTIAL if confidential else App.CLIENT_PUBLIC,
            client_secret=credentials.digest(secret) if secret else "",
            created_at=now,
        )
    return Registered(app=app, secret=secret)


def change_app(app: App, *, changes: Mapping[str, Any]) -> App:
    """Change what is named; an address that is taken away is good for nobody from now on.

    Raises `UnknownAppError` if the app was removed meanwhile.
    """
    values = dict(changes)
    if "redirect_uris" in values:
        values["redirect_uris"] = " ".join(dict.fromkeys(values["redirect_uris"]))
    for name, value in values.items():
        setattr(app, name, value)
    _update(app, values)
    return app


def _update(app: App, values: Mapping[str, Any]) -> None:
    if values and not App.objects.filter(pk=app.pk).update(**values):
        raise UnknownAppError("You have no such app.")


def rotate_secret(app: App) -> Registered:
    """Give an app a new secret instead of the one before; raise `PublicAppError` or `UnknownAppError`."""
    if app.is_public:
        raise PublicAppError("The app is public: it can keep no secret and has none.")
    secret = credentials.new(credentials.SECRET)
    _update(app, {"client_secret": credentials.digest(secret)})
    return Registered(app=app, secret=secret)


def remove_app(app: App) -> None:
    """Remove an app with all that anybody has let it do."""
    with transaction.atomic(durable=True):
        DeviceGrant.objects.filter(client_id=app.client_id).delete()
        app.delete()


def take_back(account: Account, *, client_id: str, now: datetime) -> None:
    """Let an app in no longer: its tokens die at once, and so does what it could get some with."""
    if not credentials.is_client_id(client_id):
        return
    with transaction.atomic(durable=True):
        keys.hold(account)
        end_access(account, now=now, client_id=client_id)


def end_access(account: Account, *, now: datetime, client_id: str | None = None) -> None:
    """Do so inside a transaction; without a client id, for all apps."""
    of_app = {} if client_id is None else {"application__client_id": client_id}
    devices = {} if client_id is None else {"client_id": client_id}
    Grant.objects.filter(user=account, **of_app).delete()
    DeviceGrant.objects.filter(user=account, **devices).delete()
    # Rows of refresh tokens stay, so that one which is used again is known for what it is.
    RefreshToken.objects.filter(user=account, revoked=None, **of_app).update(revoked=now)
    AccessToken.objects.filter(user=account, **of_app).delete()
