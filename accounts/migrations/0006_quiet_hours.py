"""Accounts can have quiet hours."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_calendar_addresses")]

    operations = [
        migrations.AddField("account", "quiet_hours", models.JSONField(blank=True, null=True))
    ]
