"""What the URL configuration serves, read from it."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver

from accounts.api.base import ApiView
from config.urls import api

METHODS = ("get", "post", "put", "patch", "delete")


def views(patterns: Any = api, prefix: str = "") -> Iterator[tuple[str, type[ApiView]]]:
    """Return every pattern below the base, with its view."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from views(one.url_patterns, prefix + str(one.pattern))
        else:
            assert isinstance(one, URLPattern)
            view = vars(one.callback)["view_class"]
            assert issubclass(view, ApiView)
            yield prefix + str(one.pattern), view


def operations() -> set[str]:
    """Return every method and path, such as `DELETE /tokens/{token}`."""
    served = {"GET "}
    for pattern, view in views():
        path = "/" + re.sub(r"<str:(\w+?)(_id)?>", r"{\1}", pattern)
        served |= {f"{name.upper()} {path}" for name in METHODS if hasattr(view, name)}
    return served
