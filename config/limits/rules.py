"""What the requests of each route are counted for."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from config.limits.policies import (
    APPEALS,
    CHAT,
    EXPORTS,
    GAMES,
    IMPORTS,
    JOIN_CODES,
    REPORTS,
    SANDBOXES,
    Policy,
)

_BASE = "api/v1/"


@dataclass(frozen=True, kw_only=True)
class Extra:
    """A policy beside the one for all reads or writes."""

    policy: Policy
    counted: int | None
    """The status of the answers that count; until then one is held, else given back. None: all."""
    with_field: str | None = None
    """It concerns only requests whose body has this field."""


EXTRAS: Mapping[str, Extra] = {
    "POST sandbox": Extra(policy=SANDBOXES, counted=201),
    "POST games": Extra(policy=GAMES, counted=201),
    "POST quick-match": Extra(policy=GAMES, counted=201),
    "POST games/<str:game_id>/rematch": Extra(policy=GAMES, counted=201),
    "POST games/<str:game_id>/chat": Extra(policy=CHAT, counted=201),
    "POST reports": Extra(policy=REPORTS, counted=None),
    "POST me/sanctions/<str:sanction_id>/appeal": Extra(policy=APPEALS, counted=201),
    "GET me/export": Extra(policy=EXPORTS, counted=200),
    # Good or bad, a file costs what it takes to play it.
    "POST imports": Extra(policy=IMPORTS, counted=None),
    # With a code, 404 means that it opens nothing, whether there is such a game or not.
    "POST games/<str:game_id>/seats": Extra(policy=JOIN_CODES, counted=404, with_field="code"),
}

TRIED_FIRST = frozenset({"POST games/<str:game_id>/moves"})
"""Answers to what is owed: never refused unseen, and counted only when refused for themselves."""

UNCOUNTED = frozenset({"GET health/live", "GET health/ready"})
"""For whoever watches over the server, as often as they like."""


def route_of(request: HttpRequest) -> str:
    """Return the method and the pattern of the path, as the names above are written."""
    match = request.resolver_match
    method = "GET" if request.method == "HEAD" else request.method
    return f"{method} {(match.route if match else '').removeprefix(_BASE)}"
