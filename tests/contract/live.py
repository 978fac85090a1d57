"""The same for a running server: every answer that httpx gets from it is looked at."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.contract import document


@contextmanager
def held_against_the_document(url: str) -> Iterator[None]:
    """Raise `UndocumentedError` in whoever gets an answer of `url` that is not promised."""
    send = httpx.Client.send

    def looked_at(client: httpx.Client, request: httpx.Request, **kwargs: Any) -> httpx.Response:
        response = send(client, request, **kwargs)
        if str(request.url).startswith(f"{url}/api/v1") and not kwargs.get("stream"):
            path, status = request.url.path, response.status_code
            document.check(request.method, path, status, response.headers, response.content)
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.Client, "send", looked_at)
        yield
