"""PostgreSQL: whether it answers, is of this version, keeps what it has and knows the time."""

import time
from collections.abc import Iterator

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.doctor.findings import Finding, State, ok, wrong
from config.starting import durability, keys, role
from games.store import epochs, installed

SKEW = 2.0
"""Seconds by which two clocks may differ: tokens expire by one of them, and games by the other."""


def reach() -> Finding:
    """Ask for the version. Raises `django.db.Error` if there is no answer."""
    begin = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_user")
        version, user = cursor.fetchone()
    milliseconds = (time.monotonic() - begin) * 1000
    return ok("database", f"PostgreSQL {version} answers {user} after {milliseconds:.0f} ms.")


def migrations() -> Iterator[Finding]:
    """Look for tables that are older, or newer, than the program."""
    executor = MigrationExecutor(connection)
    known = executor.loader.disk_migrations
    missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    ours = {app for app, _ in known}
    newer = [one for one in executor.loader.applied_migrations if one not in known]
    newer = [one for one in newer if one[0] in ours]
    if missing:
        yield wrong(
            "migrations",
            f"The tables are older than this program: {missing} migrations are missing.",
            "Run `manage.py migrate` as the owner of the tables, then restart every process.",
        )
    elif newer:
        yield wrong(
            "migrations",
            f"The tables are newer than this program, by {len(newer)} migrations.",
            "Somebody has begun to install a new version here: install it for this program too.",
        )
    else:
        yield ok("migrations", "The tables are those of this program.")


def safety() -> Iterator[Finding]:
    """Look at what a process for the public refuses to start without."""
    with connection.cursor() as cursor:
        asked = {
            "secret key": list(keys.faults()),
            "durability": list(durability.faults(cursor)),
            "role": list(role.faults(cursor)),
            "history": list(installed.faults(cursor)),
        }
    # With debugging on it starts all the same, for nobody's games are at stake.
    state = State.WRONG if settings.PRODUCTION else State.NOTE
    for check, faults in asked.items():
        for fault in faults:
            yield Finding(check, state, fault, "A server for the public does not start like this.")
        if not faults:
            yield ok(check, "As a server for the public needs it.")


def clock() -> Finding:
    """Hold the database's time against this machine's."""
    before = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM herdbook.clock())::float8")
        (there,) = cursor.fetchone()
    after = time.time()
    off = max(before - there, there - after, 0.0)
    if off > SKEW:
        return wrong(
            "clock",
            f"The clocks of this machine and of PostgreSQL are {off:.1f} s apart.",
            "Let both ask the same time servers. Games go by the clock of PostgreSQL.",
        )
    return ok("clock", "This machine and PostgreSQL agree about the time.")


def epoch() -> Finding:
    """Look whether the log was written in this cluster."""
    if not epochs.present().is_of_this_cluster:
        return wrong(
            "feed epoch",
            "This log came from another cluster of PostgreSQL, and nothing can be written.",
            "Run `manage.py rebase-feed` as the owner of the tables.",
        )
    return ok("feed epoch", "The log belongs to this cluster.")
