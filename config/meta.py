"""What the API says about itself, and whether it is well."""

from collections.abc import Callable
from typing import Any, ClassVar

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from accounts.api.shapes import Page
from config.errors import CATALOGUE, MEDIA_TYPE, Problem, plain_problem
from config.openapi.shapes import ErrorKind, Live, Ready, Root


class RootView(ApiView):
    operations: ClassVar = {"GET": Operation("get_root", "Where things are", answers={200: Root})}

    def get(self, request: Request) -> Response:
        base = "/api/v1"
        return Response(
            {
                "name": "Herdbook",
                "version": "1",
                "links": {
                    name: f"{base}/{path}"
                    for name, path in {
                        "sandbox": "sandbox",
                        "games": "games",
                        "rulesets": "rulesets",
                        "turns": "me/turns",
                        "next_turn": "me/turns/next",
                        "my_games": "me/games",
                        "errors": "errors",
                        "openapi": "openapi.json",
                        "docs": "docs",
                        "time": "time",
                        "health": "health/ready",
                    }.items()
                },
            }
        )


class ErrorsView(ApiView):
    operations: ClassVar = {
        "GET": Operation(
            "list_errors", "Every code of a problem there is", answers={200: Page[ErrorKind]}
        )
    }

    def get(self, request: Request) -> Response:
        items = [
            {
                "code": code,
                "status": kind.status,
                "title": kind.title,
                "retryable": kind.retryable,
            }
            for code, kind in CATALOGUE.items()
        ]
        return Response({"items": items, "next": None})


class LiveView(ApiView):
    operations: ClassVar = {
        "GET": Operation("get_live", "Whether the process answers", answers={200: Live})
    }

    def get(self, request: Request) -> Response:
        return Response({"status": "ok"})


class ReadyView(ApiView):
    """Whether this process can do its work; the broker is a doorbell and may be away."""

    operations: ClassVar = {
        "GET": Operation(
            "get_ready",
            "Whether the process can do its work",
            answers={200: Ready},
            refusals=("unavailable",),
        )
    }

    def get(self, request: Request) -> Response:
        checks: dict[str, Callable[[], bool]] = {"database": _database, "broker": _broker}
        parts = {name: "ok" if check() else "failing" for name, check in checks.items()}
        if parts["database"] == "ok":
            return Response({"status": "ok", "parts": parts})
        problem = Problem.of("unavailable", "The database does not answer.", parts=parts)
        return Response(
            problem.body(request.META.get("herdbook.request_id", "")),
            status=503,
            headers=dict(problem.headers),
            content_type=MEDIA_TYPE,
        )


def _database() -> bool:
    """Ask for what an append needs; a log that was restored elsewhere has it when re-based."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT herdbook.feed_id('0'::xid8), herdbook.clock()")
    except Error:
        return False
    return True


def _broker() -> bool:
    url = settings.CELERY_BROKER_URL
    if not url.startswith(("redis", "valkey")):
        return True  # another transport's health is its own monitoring's matter
    options: dict[str, Any] = {"socket_timeout": 0.3, "socket_connect_timeout": 0.3}
    try:
        with redis.Redis.from_url(url.replace("valkey", "redis", 1), **options) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


class NowhereView(ApiView):
    """Every path of the API that does not exist."""

    schema = None  # it stands in no document

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.perform_authentication(request)
        raise NotFound


def leads_to(path: str) -> Callable[[HttpRequest], HttpResponse]:
    """Return a view that sends readers on to `path`, and answers nothing else."""

    @csrf_exempt
    def redirect(request: HttpRequest) -> HttpResponse:
        if request.method in {"GET", "HEAD"}:
            return HttpResponseRedirect(path)
        problem = plain_problem(request, "method_not_allowed", "Only GET and HEAD exist here.")
        problem["Allow"] = "GET, HEAD"
        return problem

    return redirect


@csrf_exempt
def not_found(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Answer for any path outside the API and the admin."""
    return plain_problem(request, "not_found", "There is nothing here. The API is at /api/v1.")


def bad_request(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Answer what Django itself refuses."""
    return plain_problem(request, "malformed_request", "The request is not well formed.")


def forbidden(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Answer what Django itself forbids."""
    return plain_problem(request, "forbidden", "This is not allowed.")


def failed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Answer what went wrong outside of any view of the API."""
    return plain_problem(request, "internal_error", "This was logged.")
