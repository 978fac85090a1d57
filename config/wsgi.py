"""The WSGI application: every call of the API and the admin, answered in threads."""

import gc
import os
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

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
    """Django's handler, with requests that cannot make it fail."""

    request_class = Utf8Request


django.setup(set_prefix=False)
refuse_unsafe()
application = Application()
# What was made by now stays: the collector need not walk through it again and again.
gc.collect()
gc.freeze()
