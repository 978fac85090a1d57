"""The triggers that keep what was reported as it is; who reported it can be forgotten."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0007_moves_in_place"),
        ("accounts", "0013_cases"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE TRIGGER report_is_evidence BEFORE DELETE OR UPDATE OF id, case_id, created_at,"
            " from_version, to_version, text, evidence, evidence_hash ON public.report"
            " FOR EACH ROW EXECUTE FUNCTION herdbook.refuse_change();"
            "CREATE TRIGGER report_is_kept BEFORE TRUNCATE ON public.report"
            " FOR EACH STATEMENT EXECUTE FUNCTION herdbook.refuse_change();"
            "ALTER TABLE public.report ENABLE ALWAYS TRIGGER report_is_evidence;"
            "ALTER TABLE public.report ENABLE ALWAYS TRIGGER report_is_kept",
            "DROP TRIGGER report_is_evidence ON public.report;"
            "DROP TRIGGER report_is_kept ON public.report",
        )
    ]
