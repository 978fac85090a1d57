"""Sign-ups and active accounts of the last days are found without reading the whole tables."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0024_mails_of_refused_moves")]

    operations = [
        migrations.AddIndex(
            model_name="account",
            index=models.Index(
                fields=["created_at"],
                condition=models.Q(sandbox=False),
                name="account_by_birth",
            ),
        ),
        migrations.AddIndex(
            model_name="token",
            index=models.Index(fields=["last_used_at"], include=["account"], name="token_by_use"),
        ),
    ]
