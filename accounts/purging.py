"""Deleting rows that are kept no longer, a batch at a time, so that nobody waits for it."""

from django.db import connection

BATCH = 1_000
"""Rows deleted at once: some milliseconds."""


def purge(statement: str, *, days: int) -> int:
    """Run a statement that deletes up to `batch` rows older than `days` until none is left.

    Returns how many were deleted.
    """
    total, deleted = 0, BATCH
    while deleted == BATCH:
        with connection.cursor() as cursor:
            cursor.execute(statement, {"days": days, "batch": BATCH})
            deleted = cursor.rowcount
        total += deleted
    return total
