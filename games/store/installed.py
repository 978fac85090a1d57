"""What is installed in the database: the functions and triggers of this version, or others.

A process for the public asks before it starts (`config.starting`).
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder

from games.store import chain

_FOLDER = Path(__file__).parent
_TEXTS = [path.read_text(encoding="utf-8") for path in _FOLDER.glob("sql/*.sql")]
_PATH = "search_path=pg_catalog, pg_temp"
_LONG_PATH = "search_path=pg_catalog, herdbook, public, pg_temp"
FUNCTIONS = {
    "herdbook.clock()": ("sql", "v", False, None),
    "herdbook.refuse_change()": ("plpgsql", "v", False, [_PATH]),
    "herdbook.append_events(jsonb)": ("plpgsql", "v", True, [_LONG_PATH]),
}
"""Language, volatility, whether it runs with its owner's rights, and its settings."""

_FUNCTION = """
SELECT l.lanname, p.provolatile, p.prosecdef, p.proconfig, p.prosrc,
       p.proowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.event')),
       p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) WHERE grantee = 0)
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.oid = to_regprocedure(%s)
"""
_TRIGGERS = """
SELECT count(*) = 10 FROM pg_trigger
WHERE tgenabled = 'A' AND tgqual IS NULL AND tgfoid = to_regproc('herdbook.refuse_change')
  AND tgrelid IN (to_regclass('public.event'), to_regclass('public.command'),
                  to_regclass('public.audit_entry'), to_regclass('public.report'),
                  to_regclass('public.django_admin_log'))
  AND (tgtype = 34  -- before a truncation; or before each row that is updated or deleted:
    OR tgtype = 27 AND CASE WHEN tgrelid = to_regclass('public.report')
      THEN tgattr::int2[] @> (SELECT array_agg(attnum) FROM pg_attribute
                              WHERE attrelid = tgrelid AND attname = ANY (%s))
      ELSE cardinality(tgattr::int2[]) = 0 END)
"""
_EVIDENCE = ["id", "case_id", "created_at", "from_version", "to_version", "text", "evidence"]
_EVIDENCE += ["evidence_hash"]
"""What is never changed of a report; who sent it can be forgotten."""
_HASH = "SELECT herdbook.event_hash(%s, %s, 2, 'CowPlayed', 1, 0, 'player', %s, '{}', %s)"
_REMEDY = (
    "Restore the database or find out who changed it, and let `manage.py verify` look at all games."
)
_SAMPLE_GAME, _SAMPLE_TIME = UUID(int=1), datetime(2026, 1, 1, tzinfo=UTC)


def faults(cursor: CursorWrapper) -> Iterator[str]:
    """Yield what differs from what the migrations of this version made."""
    known = {path.stem for path in _FOLDER.glob("migrations/0*.py")}
    applied = {
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == "store"
    }
    if known - applied:
        yield "The tables are older than this version. Run `manage.py migrate` as their owner."
        return
    for name in FUNCTIONS:
        # A process of the release before may start anew while the next one is rolled out, whose
        # migrations have run: its function is then none of which this version has the text.
        is_newer = bool(applied - known) and name.startswith("herdbook.append_events")
        if not _is_ours(cursor, name, any_text=is_newer):
            yield f"The function {name} is not the one that the migrations made. {_REMEDY}"
    if not _hashes_as_we_do(cursor):
        yield f"The function herdbook.event_hash does not hash as it should. {_REMEDY}"
    if not _is_guarded(cursor):
        yield (
            "The triggers that refuse changes of history are missing or disabled."
            f" {_REMEDY} If you disabled them: ALTER TABLE event ENABLE ALWAYS TRIGGER"
            " event_is_history, and the same for event_is_kept and for those of command, audit_entry,"
            " report and (admin_log_is_...) django_admin_log."
        )


def _is_ours(cursor: CursorWrapper, name: str, *, any_text: bool) -> bool:
    cursor.execute(_FUNCTION, [name])
    row = cursor.fetchone()
    if row is None:
        return False
    *form, text, is_of_the_owner, is_for_everybody = row
    *_, runs_as_owner, _ = FUNCTIONS[name]
    if tuple(form) != FUNCTIONS[name] or not is_of_the_owner:
        return False
    if runs_as_owner and is_for_everybody:
        return False
    return any_text or any(f"AS $${text}$$" in ours for ours in _TEXTS)


def _hashes_as_we_do(cursor: CursorWrapper) -> bool:
    """Hash one event here and there: the function's body is a tree, of which there is no text."""
    cursor.execute("SELECT to_regproc('herdbook.event_hash') IS NOT NULL")
    if cursor.fetchone() != (True,):
        return False
    cursor.execute(_HASH, [b"before", _SAMPLE_GAME, _SAMPLE_TIME, b"salt"])
    there: bytes | None = cursor.fetchone()[0]
    here = chain.event_hash(
        prev_hash=b"before",
        game=_SAMPLE_GAME,
        version=2,
        type_name="CowPlayed",
        schema_version=1,
        seat=0,
        cause="player",
        at=_SAMPLE_TIME,
        payload="{}",
        salt=b"salt",
    )
    return bytes(there or b"") == here


def _is_guarded(cursor: CursorWrapper) -> bool:
    cursor.execute(_TRIGGERS, [_EVIDENCE])
    whole: bool = cursor.fetchone()[0]
    return whole
