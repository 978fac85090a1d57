"""Times as everybody outside sees them."""

from datetime import UTC, datetime
from typing import overload


@overload
def time_text(moment: datetime) -> str: ...
@overload
def time_text(moment: datetime | None) -> str | None: ...
def time_text(moment: datetime | None) -> str | None:
    """Write a time as RFC 3339 in UTC with milliseconds."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
