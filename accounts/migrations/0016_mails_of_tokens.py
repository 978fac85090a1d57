"""Mails about tokens."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0015_tokens_of_apps"),
    ]

    operations = [
        migrations.AlterField(
            model_name="mail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "Turn"),
                    ("deadline", "Deadline"),
                    ("invitation", "Invitation"),
                    ("ended", "Ended"),
                    ("digest", "Digest"),
                    ("token", "Token"),
                ],
                max_length=10,
            ),
        ),
    ]
