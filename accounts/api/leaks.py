"""Reports of tokens that were found in public places."""

from typing import ClassVar

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView, refuse_key
from accounts.api.describing import Key, Operation
from accounts.api.inputs import StrictInput, StrictText, read_body
from accounts.api.shapes import LeakReport
from accounts.services import leaks

MOST = 50


class LeakInput(StrictInput):
    tokens = serializers.ListField(child=StrictText(max_length=256), min_length=1, max_length=MOST)


class LeakedTokensView(ApiView):
    """Whoever has found tokens reports them here; what they are is told to their owners alone."""

    operations: ClassVar = {
        "POST": Operation(
            "report_leaked_tokens",
            "Report tokens that you have found in a public place",
            "Those that are good are revoked, and their owners are told: tokens, tokens of apps "
            "and secrets of apps. The answer is the same whatever they are.",
            bodies=(LeakInput,),
            examples={"one": {"tokens": [f"hb_0123456789abcdef_{'0' * 64}"]}},
            answers={202: LeakReport},
            key=Key.REFUSED,
        )
    }

    def post(self, request: Request) -> Response:
        refuse_key(request)
        found = read_body(request, LeakInput)["tokens"]
        leaks.report(found, now=timezone.now())
        return Response({"received": len(found)}, status=202)
