"""The short way of plain moves: around them happens only what leaves a trace in their answers."""

from collections.abc import Callable
from functools import reduce
from typing import Any, cast

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware

from config.cors import Cors
from config.hosts import Common
from config.limits.middleware import LimitsMiddleware
from config.middleware import RequestIdMiddleware
from config.moves_path import MOVES_PATH
from games.api import plain_moves

GetResponse = Callable[[HttpRequest], HttpResponse]
_AROUND: tuple[Any, ...] = (
    RequestIdMiddleware,
    LimitsMiddleware,
    Cors,
    SecurityMiddleware,
    Common,
    XFrameOptionsMiddleware,
)
"""Those of `MIDDLEWARE` that do anything for a call of the API that is no secret address."""


class _NotPlainError(Exception):
    """The request takes the way of all others."""


class PlainMovesMiddleware:
    """Answers plain moves itself; whatever else comes goes on to all that stands behind it.

    To look up the view and to walk through what only pages need took longer than the rules do.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response
        self._short_way = cast(
            "GetResponse", reduce(lambda inner, around: around(inner), reversed(_AROUND), _answer)
        )

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and MOVES_PATH.fullmatch(request.path_info):
            try:
                return self._short_way(request)
            except (_NotPlainError, SuspiciousOperation):
                pass
        return self._get_response(request)


def _answer(request: HttpRequest) -> HttpResponse:
    path = MOVES_PATH.fullmatch(request.path_info)
    answer = None if path is None else plain_moves.answer(request, path[1])
    if answer is None:
        raise _NotPlainError
    return answer
