"""GET /me/limits: every policy that is enforced, and how the caller stands with it."""

from typing import ClassVar

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.addresses import client_address
from accounts.api.base import ApiView, token_of
from accounts.api.describing import Operation
from accounts.scopes import Scope
from config.limits import counters
from config.limits.draws import Draw, Standing
from config.limits.policies import POLICIES, Caller
from config.openapi.shapes import Limits


class LimitsView(ApiView):
    scopes: ClassVar = {"GET": Scope.ACCOUNT_READ}
    while_suspended: ClassVar = frozenset({"GET"})
    operations: ClassVar = {
        "GET": Operation(
            "list_limits", "Every rate limit, and how you stand with it", answers={200: Limits}
        )
    }

    def get(self, request: Request) -> Response:
        token = token_of(request)
        caller = Caller(client_address(request), token=token.id, account=token.account_id)
        standings = counters.draw([Draw(one, caller.named(one.per)) for one in POLICIES])
        return Response(
            {
                "enforced": settings.HERDBOOK_LIMITS,
                "items": [_policy(standing) for standing in standings],
                "next": None,
            }
        )


def _policy(standing: Standing) -> dict[str, object]:
    policy = standing.policy
    return {
        "key": policy.key,
        "quota": policy.quota,
        "window": policy.window,
        "remaining": standing.remaining,
        "resets_in": standing.resets_in,
        "per": policy.per,
        "counts": policy.counts,
    }
