"""Apps in answers: their shapes, and how they are shown, field by field."""

from typing import Annotated, Any

import msgspec

from accounts.api.shapes import Moment, Shape
from accounts.oauth.models import App as AppRow
from accounts.oauth.selectors import LetIn
from accounts.scopes import Scope
from accounts.services.apps import Registered
from accounts.times import time_text


class App(Shape):
    """An app, as its author sees it."""

    client_id: str
    name: str
    homepage: str | None
    redirect_uris: list[str]
    device_flow: Annotated[
        bool, msgspec.Meta(description="Whether it may show a code to be typed elsewhere.")
    ]
    confidential: Annotated[bool, msgspec.Meta(description="Whether it has a secret.")]
    created_at: Moment


class NewApp(App):
    """An app with its secret."""

    client_secret: Annotated[
        str | None,
        msgspec.Meta(description="Keep it, it is shown only here; null for a public app."),
    ]


class LetInApp(Shape):
    """An app that can act for you."""

    client_id: str
    name: str
    homepage: str | None
    author: Annotated[
        str | None, msgspec.Meta(description="Who has registered it; null for this server.")
    ]
    scopes: list[Scope]
    since: Moment
    last_used_at: Annotated[Moment, msgspec.Meta(description="To the minute.")]


def app_output(app: AppRow) -> dict[str, Any]:
    """Return an app as its author sees it."""
    return {
        "client_id": app.client_id,
        "name": app.name,
        "homepage": app.homepage or None,
        "redirect_uris": app.uris,
        "device_flow": app.device_flow,
        "confidential": not app.is_public,
        "created_at": time_text(app.created_at),
    }


def new_app_output(made: Registered) -> dict[str, Any]:
    """Return an app with its secret, which is shown here and never again."""
    return {**app_output(made.app), "client_secret": made.secret}


def let_in_output(one: LetIn) -> dict[str, Any]:
    """Return an app as those whom it acts for see it."""
    return {
        "client_id": one.app.client_id,
        "name": one.app.name,
        "homepage": one.app.homepage or None,
        "author": one.app.user.name if one.app.user else None,
        "scopes": list(one.scopes),
        "since": time_text(one.since),
        "last_used_at": time_text(one.last_used_at),
    }
