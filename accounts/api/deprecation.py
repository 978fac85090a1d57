"""Telling clients, in every answer, that what they use will go away."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.utils.http import http_date


@dataclass(frozen=True, kw_only=True)
class Deprecation:
    """What a view or a route says once something better is there; it works on until `sunset`."""

    since: datetime
    """From when on nobody should begin to use it (RFC 9745)."""
    sunset: datetime | None = None
    """From when on it may not answer any more (RFC 8594)."""
    link: str
    """Where to read what to use instead."""

    def announce(self, response: HttpResponse) -> None:
        """Write the header fields."""
        response["Deprecation"] = f"@{int(self.since.timestamp())}"
        response["Link"] = f'<{self.link}>; rel="deprecation"'
        if self.sunset is not None:
            response["Sunset"] = http_date(self.sunset.timestamp())
