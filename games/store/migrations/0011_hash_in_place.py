"""The hash of an event is put into the expression that asks for it.

PostgreSQL does not do that with a function that claims to be IMMUTABLE while its body is STABLE,
as `extract` from a time is. New databases have the function like this from the beginning.
"""

from django.db import migrations

HASH = (
    "ALTER FUNCTION herdbook.event_hash("
    "bytea, uuid, integer, text, integer, integer, text, timestamptz, text, bytea) {}"
)


class Migration(migrations.Migration):
    dependencies = [("store", "0010_fewer_statements_a_move")]

    operations = [migrations.RunSQL(HASH.format("STABLE"), HASH.format("IMMUTABLE"))]
