"""The ASGI application: it waits, and hands every call to the ordinary synchronous code.

A call runs in a thread of the pool below, through the same WSGI application that production serves
on its own. A request with `Prefer: wait=N` whose answer is "nothing new" costs no thread while it
waits: `config.waiting` looks for news of all waiters at once, then the call is made once more.
"""

import os
from typing import Any, cast

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from config.wsgi import application as calls  # first, since it sets Django up

# isort: split
from config.waiting import WaitingApplication

# a2wsgi and Django describe the same two protocols in types of their own.
_threads = WSGIMiddleware(cast("Any", calls), workers=settings.HERDBOOK_THREADS)
application = WaitingApplication(cast("Any", _threads))
