"""On which networks accounts were seen, as keyed hashes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_addresses_from_before")]

    operations = [
        migrations.CreateModel(
            name="NetworkUse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("network", models.CharField(max_length=32)),
                ("days", models.IntegerField()),
                ("first_on", models.DateField()),
                ("last_on", models.DateField()),
            ],
            options={
                "db_table": "network_use",
                "constraints": [
                    models.UniqueConstraint(
                        fields=["account", "network"], name="network_use_one_of_each"
                    )
                ],
                "indexes": [
                    models.Index(fields=["network"], name="network_use_by_network"),
                    models.Index(fields=["last_on"], name="network_use_by_day"),
                ],
            },
        )
    ]
