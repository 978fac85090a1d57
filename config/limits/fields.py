"""`RateLimit-Policy` and `RateLimit`, as draft-ietf-httpapi-ratelimit-headers-10 spells them."""

from collections.abc import Sequence

from django.http import HttpResponse

from config.limits.draws import Standing


def write(response: HttpResponse, standings: Sequence[Standing]) -> None:
    """Name the policies that apply to a request, and how its caller stands with each."""
    response["RateLimit-Policy"] = ", ".join(
        f'"{one.policy.key}";q={one.policy.quota};w={one.policy.window}' for one in standings
    )
    response["RateLimit"] = ", ".join(
        f'"{one.policy.key}";r={one.remaining};t={one.resets_in}' for one in standings
    )
