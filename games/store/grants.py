"""What the application role may do, granted anew after each migration.

Everything that is no history has normal rights; history may be read. Only `append_events`, which
runs with its owner's rights, writes it.
"""

from django.conf import settings
from django.db import connections, transaction
from psycopg import sql

HISTORY = ("game", "event", "command")
"""Tables the application may read and never write."""
READ_ONLY = (
    *HISTORY,
    *("decision", "holder", "feed_epoch", "chat_message", "audit_entry", "report"),
    *("django_migrations", "django_content_type", "auth_permission"),
)
"""Those, and what else only functions of the owner or migrations write, but for what is below."""
WORKING_COLUMNS = ("lease_until", "attempts", "not_before", "refusals")
"""The columns of `decision` that the application may update."""
NAMING_COLUMNS = ("author_id", "alias")
"""The columns of `chat_message` that the application may update, to forget who said it."""
APPENDED = ("chat_message", "audit_entry", "report")
"""Tables to which the application may add."""
CHANGEABLE = {
    "decision": WORKING_COLUMNS,
    "chat_message": NAMING_COLUMNS,
    "report": ("reporter_id",),
}


def apply(using: str) -> None:
    """Grant the application role its rights on the database `using`."""
    role = sql.Identifier(settings.HERDBOOK_APP_ROLE)
    tables = sql.SQL(", ").join(sql.Identifier("public", table) for table in READ_ONLY)
    working = sql.SQL(", ").join(map(sql.Identifier, WORKING_COLUMNS))
    naming = sql.SQL(", ").join(map(sql.Identifier, NAMING_COLUMNS))
    statements = [
        sql.SQL("GRANT USAGE ON SCHEMA public, herdbook TO {role}"),
        sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}"),
        sql.SQL("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}"),
        sql.SQL("REVOKE ALL ON {tables} FROM {role}"),
        sql.SQL("GRANT SELECT ON {tables} TO {role}"),
        sql.SQL("GRANT UPDATE ({working}) ON public.decision TO {role}"),
        # What was said stays as it is; who said it can be forgotten.
        sql.SQL("GRANT INSERT, UPDATE ({naming}) ON public.chat_message TO {role}"),
        sql.SQL("GRANT INSERT ON public.audit_entry TO {role}"),
        # What was reported stays as it is; who reported it can be forgotten.
        sql.SQL("GRANT INSERT, UPDATE (reporter_id) ON public.report TO {role}"),
        # To forget an account. Who comes and who goes is written together with an event.
        sql.SQL("GRANT DELETE ON public.holder TO {role}"),
        sql.SQL("GRANT EXECUTE ON FUNCTION herdbook.append_events(jsonb) TO {role}"),
    ]
    if settings.OWNER_DATABASE.user == settings.HERDBOOK_APP_ROLE:
        return  # one role for both, as on a developer's own server; production refuses it
    # In one transaction: at no moment does a running server hold more rights than these.
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        for statement in statements:
            cursor.execute(
                statement.format(role=role, tables=tables, working=working, naming=naming)
            )
