"""What a failure is shown as in debug mode: its traceback, and nothing that the frames hold.

Django's own page shows every variable of every frame, cards and secrets among them, and describing
a request with a thousand parameters takes it minutes, for which a thread is held.
"""

import traceback

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter


class BriefReporter(ExceptionReporter):
    """Set as `DEFAULT_EXCEPTION_REPORTER`; without debug mode nothing is shown at all."""

    def get_traceback_html(self) -> SafeString:
        """Return the traceback as a page."""
        return format_html("<!doctype html><title>Failed</title><pre>{}</pre>", self._traceback())

    def get_traceback_text(self) -> SafeString:
        """Return the traceback."""
        return format_html("{}", self._traceback())

    def _traceback(self) -> str:
        return "".join(traceback.format_exception(self.exc_value))
