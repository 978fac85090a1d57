"""What moderators had muted becomes a sanction, and who may do everything an administrator."""

from django.db import migrations

_FOLD = """
INSERT INTO sanction (id, account_id, kind, reason, public_text, private_note, created_at, ends_at,
  lifted_reason)
SELECT gen_random_uuid(), muted_id, 'chat_mute', 'chat_abuse', 'You may write no messages.', '',
  created_at, until, ''
FROM mute WHERE by_id IS NULL AND (until IS NULL OR until > created_at);
DELETE FROM mute WHERE by_id IS NULL;
UPDATE account SET staff_role = 'administrator'
WHERE is_superuser AND is_staff AND kind = 'person'
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_moderation"),
    ]

    operations = [migrations.RunSQL(_FOLD, migrations.RunSQL.noop)]
