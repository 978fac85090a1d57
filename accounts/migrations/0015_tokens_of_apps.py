"""Access tokens of apps are tokens of ours, too; the command line is an app of the server's."""

from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

import accounts.oauth.ending


def _add_command_line(apps, schema_editor):
    apps.get_model("accounts", "App").objects.create(
        client_id="hbapp_command_line",
        client_type="public",
        name="Herdbook command line",
        device_flow=True,
        created_at=Now(),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_apps"),
        ("oauth2_provider", "0022_refreshtoken_token_family_index"),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="token",
            name="of_app",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="token",
            name="access",
            field=models.OneToOneField(
                null=True,
                on_delete=accounts.oauth.ending.revoked_with_it,
                related_name="key",
                to=settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="token",
            index=models.Index(
                condition=models.Q(("expires_at__isnull", False)),
                fields=["expires_at"],
                name="token_by_end",
            ),
        ),
        migrations.RunPython(_add_command_line, migrations.RunPython.noop),
    ]
