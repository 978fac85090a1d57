"""The WSGI application: every call of the API and the admin, answered in threads."""

import gc
import os
from collections.abc import Iterable
from importlib import import_module
from typing import Any, cast
from wsgiref.types import StartResponse

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import HttpResponse

from config.moves_path import is_move
from config.starting import refuse_unsafe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Utf8Request(WSGIRequest):
    """A request whose `Content-Type` cannot choose how it is read.

    Django decodes the query by the charset named there, and fails before any of our code runs on a
    charset that is none, such as `rot13`, or on a header it cannot read.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type = meta.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
        self.content_params = {}


class Application(WSGIHandler):
    """Django's handler, with requests that cannot make it fail, and with a short way for moves."""

    request_class = Utf8Request

    def __call__(  # type: ignore[override]  # a response is such an iterable, too
        self, environ: dict[str, Any], start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer a request; one for a move without the signals that Django sends around each.

        Of what they start a move needs one thing, that a connection which has gone is let go. And
        its answer is a list: servers send that at once, where they ask others piece by piece.
        """
        if not is_move(environ):
            return cast("Iterable[bytes]", super().__call__(environ, start_response))
        connections[DEFAULT_DB_ALIAS].close_if_unusable_or_obsolete()
        response = cast("HttpResponse", self.get_response(self.request_class(environ)))
        start_response(f"{response.status_code} {response.reason_phrase}", [*response.items()])
        return [response.content]


django.setup(set_prefix=False)
refuse_unsafe()
application = Application()
# All views: else the first request brings them in, and takes a second for it.
import_module(settings.ROOT_URLCONF)
# What was made by now stays: the collector need not walk through it again and again.
gc.collect()
gc.freeze()
# A move leaves a handful of objects to the collector. By its own measure it would look for them
# after every few moves, among all that are under way.
gc.set_threshold(20_000, 20, 100)
