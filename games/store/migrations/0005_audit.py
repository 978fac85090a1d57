"""The triggers that keep the audit log as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0004_feed"),
        ("accounts", "0009_moderation"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE TRIGGER audit_entry_is_history BEFORE UPDATE OR DELETE ON public.audit_entry"
            " FOR EACH ROW EXECUTE FUNCTION herdbook.refuse_change();"
            "CREATE TRIGGER audit_entry_is_kept BEFORE TRUNCATE ON public.audit_entry"
            " FOR EACH STATEMENT EXECUTE FUNCTION herdbook.refuse_change();"
            "ALTER TABLE public.audit_entry ENABLE ALWAYS TRIGGER audit_entry_is_history;"
            "ALTER TABLE public.audit_entry ENABLE ALWAYS TRIGGER audit_entry_is_kept",
            "DROP TRIGGER audit_entry_is_history ON public.audit_entry;"
            "DROP TRIGGER audit_entry_is_kept ON public.audit_entry",
        )
    ]
