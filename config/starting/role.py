"""The role of DATABASE_URL: the application's, which can read history and not write it."""

from collections.abc import Iterator

from django.db.backends.utils import CursorWrapper

from games.store.grants import APPENDED, CHANGEABLE, READ_ONLY

_POWERS = """
SELECT rolsuper, rolcreaterole, rolbypassrls, rolreplication FROM pg_roles
WHERE rolname = current_user
"""
_NAMES = ("is a superuser", "may make roles", "passes by row security", "may replicate")

# Every owner of what is ours, and the roles of PostgreSQL that write data or files or run programs.
_MEMBERSHIPS = """
SELECT rolname::text FROM pg_roles r
WHERE pg_has_role(current_user, r.oid, 'MEMBER') AND (
    rolname = ANY (ARRAY['pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files',
                         'pg_execute_server_program'])
    OR r.oid IN (
        SELECT relowner FROM pg_class WHERE relnamespace = to_regnamespace('public')
        UNION SELECT proowner FROM pg_proc WHERE pronamespace = to_regnamespace('herdbook')
        UNION SELECT nspowner FROM pg_namespace WHERE nspname = 'herdbook'
        UNION SELECT datdba FROM pg_database WHERE datname = current_database()
    )
)
ORDER BY rolname
"""
_WRITABLE = """
SELECT name FROM unnest(%(tables)s::text[]) AS name
WHERE has_table_privilege(to_regclass(name), 'UPDATE, TRUNCATE, TRIGGER')
   OR (name <> 'public.holder' AND has_table_privilege(to_regclass(name), 'DELETE'))
   OR (name <> ALL (%(appended)s) AND has_any_column_privilege(to_regclass(name), 'INSERT'))
   OR EXISTS (
       SELECT FROM pg_attribute a
       WHERE a.attrelid = to_regclass(name) AND a.attnum > 0 AND NOT a.attisdropped
         AND name || '.' || a.attname <> ALL (%(changeable)s)
         AND has_column_privilege(a.attrelid, a.attnum, 'UPDATE')
   )
"""
_CREATES = """
SELECT 'the schema ' || nspname FROM pg_namespace
WHERE nspname IN ('public', 'herdbook') AND has_schema_privilege(oid, 'CREATE')
UNION ALL
SELECT 'the database ' || current_database()
WHERE has_database_privilege(current_database(), 'CREATE')
"""
_REMEDY = (
    "Give DATABASE_URL the application's role, which has no more rights than `manage.py migrate`"
    " grants; that of the owner belongs into HERDBOOK_OWNER_DATABASE_URL, for migrations only."
)


def faults(cursor: CursorWrapper) -> Iterator[str]:
    """Yield one fault that names everything this role may do beyond the application's rights."""
    cursor.execute("SELECT current_user")
    (role,) = cursor.fetchone()
    powers = list(_powers(cursor, role))
    if powers:
        yield f"The role {role} {', '.join(powers)}: it could rewrite history. {_REMEDY}"


def _powers(cursor: CursorWrapper, role: str) -> Iterator[str]:
    cursor.execute(_POWERS)
    attributes = cursor.fetchone()
    yield from (name for name, has in zip(_NAMES, attributes, strict=True) if has)
    if attributes[0]:
        return  # from which all else follows
    cursor.execute(_MEMBERSHIPS)
    memberships = [other for (other,) in cursor.fetchall()]
    if role in memberships:
        yield "owns tables or functions"
        return
    yield from (f"is a member of {other}" for other in memberships)
    tables = [f"public.{table}" for table in READ_ONLY]
    changeable = [f"public.{table}.{one}" for table, all_ in CHANGEABLE.items() for one in all_]
    appended = [f"public.{table}" for table in APPENDED]
    asked = {"tables": tables, "changeable": changeable, "appended": appended}
    cursor.execute(_WRITABLE, asked)
    for (table,) in cursor.fetchall():
        yield f"may write {table}"
    cursor.execute(_CREATES)
    for (place,) in cursor.fetchall():
        yield f"may create in {place}"
