"""GET /openapi.json and GET /docs."""

from typing import ClassVar

from django.http import HttpResponse
from django.templatetags.static import static
from rest_framework.request import Request

from accounts.api.base import ApiView
from accounts.api.describing import Operation
from config.openapi import document
from config.openapi.shapes import OpenApi
from games.api.answers import matches

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Herdbook: the API</title>
</head>
<body>
<redoc spec-url="openapi.json" hide-loading></redoc>
<script src="{script}"></script>
</body>
</html>
"""
_SCRIPT = "drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js"
# All of it is ours. Redoc writes styles into the page and searches in a worker of its own making.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class DocumentView(ApiView):
    """The OpenAPI document; it changes only with the server's version."""

    operations: ClassVar = {
        "GET": Operation(
            "get_openapi",
            "This document",
            answers={200: OpenApi},
            tagged=True,
        )
    }

    def get(self, request: Request) -> HttpResponse:
        body, tag = document.served()
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if matches(request.headers.get("If-None-Match"), tag):
            return HttpResponse(status=304, headers=headers)
        return HttpResponse(body, content_type="application/json", headers=headers)


class DocsView(ApiView):
    """The same for people to read, without anything from elsewhere."""

    operations: ClassVar = {
        "GET": Operation("get_docs", "This document as a page", answers={200: "text/html"})
    }

    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(
            _PAGE.format(script=static(_SCRIPT)),
            content_type="text/html; charset=utf-8",
            headers={"Content-Security-Policy": _POLICY},
        )
