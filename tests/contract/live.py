"""The same for a running server: every answer that httpx gets from it is looked at, and searched."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import psycopg
import pytest

from tests.canary import answers
from tests.canary.truth import Truth
from tests.contract import document


@contextmanager
def held_against_the_document(url: str, stored: Truth) -> Iterator[None]:
    """Raise `UndocumentedError` in whoever gets an answer of `url` that is not promised."""
    send = httpx.Client.send

    def looked_at(client: httpx.Client, request: httpx.Request, **kwargs: Any) -> httpx.Response:
        response = send(client, request, **kwargs)
        if str(request.url).startswith(f"{url}/api/v1") and not kwargs.get("stream"):
            path, status = request.url.path, response.status_code
            document.check(request.method, path, status, response.headers, response.content)
            with suppress(psycopg.OperationalError):  # a test has taken the database away
                answers.search(
                    request.method,
                    path,
                    token=request.headers.get("Authorization", "").removeprefix("Bearer "),
                    sent=request.read() + request.url.raw_path,
                    kind=response.headers.get("Content-Type", ""),
                    content=response.content,
                    truth=stored,
                )
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.Client, "send", looked_at)
        yield
