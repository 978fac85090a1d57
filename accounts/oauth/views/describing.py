"""What people are told of an app that asks them, so that they can tell it from others."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import Account
from accounts.oauth.models import App
from accounts.oauth.selectors import let_in_by
from accounts.scopes import TEXTS, Scope

NEW_FOR = timedelta(days=30)
"""So long after it was registered an app is called new: who copies another was there later."""


def what_it_may(scopes: Sequence[str]) -> list[str]:
    """Return in plain words what these scopes are for."""
    return [TEXTS[Scope(scope)] for scope in dict.fromkeys(scopes)]


def described(app: App, *, scopes: Sequence[str], to: Account, now: datetime) -> dict[str, Any]:
    """Return what pages say of an app that asks `to` for these scopes."""
    since = (one.since for one in let_in_by(to.id) if one.app.pk == app.pk)
    return {
        "app": app,
        "author": app.user,
        "texts": what_it_may(scopes),
        "is_new": app.created_at > now - NEW_FOR,
        "let_in_since": next(since, None),
    }
