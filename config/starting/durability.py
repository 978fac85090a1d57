"""Settings of PostgreSQL: what is acknowledged has to be on disk."""

from collections.abc import Iterator

from django.db.backends.utils import CursorWrapper

DEMANDED = {
    # Without it nothing that was written need be on disk, whatever else is set.
    "fsync": {"on"},
    # A torn page after a power cut takes along rows that were long on disk. Few file systems
    # prevent that by themselves, and PostgreSQL cannot tell which.
    "full_page_writes": {"on"},
    # `local` and `remote_write` would lose what was acknowledged when a standby takes over.
    "synchronous_commit": {"on", "remote_apply"},
}
"""What each setting may be, as this process's own sessions have it."""

_SETTINGS = """
SELECT name, setting, source, current_user, current_database() FROM pg_settings
WHERE name = ANY(%s) ORDER BY name
"""
_REMEDIES = {
    "user": 'ALTER ROLE "{role}" RESET {name}',
    "database": 'ALTER DATABASE "{database}" RESET {name}',
    "database user": 'ALTER ROLE "{role}" IN DATABASE "{database}" RESET {name}',
    "global": "ALTER ROLE ALL RESET {name}",
}
"""By where a value comes from: the statement that takes it away."""
_OF_THE_SERVER = "set {name} = on in postgresql.conf or by ALTER SYSTEM, and reload"


def faults(cursor: CursorWrapper) -> Iterator[str]:
    """Yield each setting by which an acknowledged move could be lost, and where it is set."""
    cursor.execute(_SETTINGS, [list(DEMANDED)])
    for name, value, source, role, database in cursor.fetchall():
        if value not in DEMANDED[name]:
            remedy = _REMEDIES.get(source, _OF_THE_SERVER)
            yield (
                f"PostgreSQL runs with {name}={value} (from: {source}), so that an acknowledged"
                " move could be lost. As its administrator: "
                f"{remedy.format(name=name, role=role, database=database)}."
            )
