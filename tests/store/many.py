"""Tables as long as those of an old server, filled by SQL."""

from uuid import UUID

from django.db import connection

from accounts.models import Account

ROWS = 1_000_000


def copy_rows(table: str, changed: dict[str, str], source: str) -> None:
    """Insert a copy of each row of `source`, as the owner of the tables, with columns changed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
            " AND table_schema = 'public'",
            [table],
        )
        columns = [name for (name,) in cursor.fetchall()]
        values = ", ".join(changed.get(name, f"x.{name}") for name in columns)
        cursor.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {source}")  # noqa: S608 - ours


def a_million_accounts(*, like: UUID) -> None:
    """Open accounts `old-1` and so on, a token each, used last at some time in a thousand days."""
    if Account.objects.filter(name=f"old-{ROWS}").exists():
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE copied AS SELECT gen_random_uuid() AS copy, n,"
            " now() - random() * interval '1000 days' AS at FROM generate_series(1, %s::integer) n",
            [ROWS],
        )
    copy_rows(
        "account",
        {
            "id": "c.copy",
            "name": "'old-' || c.n",
            "created_at": "c.at - interval '1 day'",
            "kind": "'person'",
            "sandbox": "false",
            "expires_at": "NULL",
        },
        f"account x, copied c WHERE x.id = '{like}'",
    )
    copy_rows(
        "token",
        {
            "id": "lpad(to_hex(c.n), 16, '0')",
            "account_id": "c.copy",
            "secret_hash": "sha256(c.copy::text::bytea)",
            "last_used_at": "c.at",
        },
        f"token x, copied c WHERE x.account_id = '{like}'",
    )
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE copied")
        for table in ("account", "token"):
            cursor.execute(f"VACUUM ANALYZE {table}")  # as PostgreSQL does by itself in a minute
