"""The whole document, made once a process."""

import hashlib
import json
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from accounts.api.base import ApiView
from config.openapi import (
    account_events,
    headers,
    links,
    oauth,
    orders,
    problems,
    rulesets,
    webhooks,
)
from config.openapi import extensions as _known_by_being_imported  # noqa: F401
from config.openapi.components import components, is_frames, walked
from config.openapi.shapes import Problem


class FlawedDocumentError(Exception):
    """The document has warnings, or is none by the OpenAPI specification."""


_making = threading.Lock()
"""drf-spectacular keeps what it finds where every thread sees it half done."""


def generate() -> dict[str, Any]:
    """Make the document; raise `FlawedDocumentError` or `UndescribedError`."""
    with _making:
        return _generated()


def _generated() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    generator = SchemaGenerator(patterns=_routes())  # type: ignore[no-untyped-call]
    document: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    if GENERATOR_STATS:
        raise FlawedDocumentError("drf-spectacular warns; see above.")
    found = document["components"]
    schemas = {**found.get("schemas", {}), **components({Problem, *_shapes(_routes())})}
    rulesets.expand(schemas)
    orders.expand(schemas)
    account_events.expand(schemas)
    found["securitySchemes"]["oauth2"] = oauth.scheme()
    found["links"] = links.add(document)
    document["webhooks"] = webhooks.section(schemas)
    found["schemas"] = dict(sorted(schemas.items()))
    found["headers"] = headers.COMPONENTS
    found["responses"] = problems.share(document)
    document = walked(document, _without_marks)
    validate_schema(document)  # type: ignore[no-untyped-call]
    return document


def _without_marks(value: dict[str, Any]) -> dict[str, Any]:
    value.pop("x-spec-enum-id", None)  # drf-spectacular's, for itself
    return value


def _routes() -> list[URLPattern | URLResolver]:
    from config import meta
    from config.urls import api

    return [path("api/v1", meta.RootView.as_view()), path("api/v1/", include(api))]


def views(patterns: list[Any]) -> Iterator[type[ApiView]]:
    """Yield the view of every route."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from views(one.url_patterns)
        else:
            yield one.callback.view_class


def _shapes(patterns: list[Any]) -> Iterator[Any]:
    for view in views(patterns):
        for operation in view.operations.values():
            for shape in operation.answers.values():
                if is_frames(shape):
                    yield shape.__args__[0]
                elif shape is not None and not isinstance(shape, str):
                    yield shape


def as_text(document: dict[str, Any]) -> str:
    """Write the document as it is committed: indented, so that changes can be read."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


@cache
def served() -> tuple[bytes, str]:
    """Return the document as it is served, and its `ETag`."""
    body = json.dumps(generate(), separators=(",", ":"), ensure_ascii=False).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
