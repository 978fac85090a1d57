"""Mails about sanctions and appeals."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0021_keys_are_sealed"),
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
                    ("confirm", "Confirm"),
                    ("reset", "Reset"),
                    ("sanction", "Sanction"),
                    ("appeal", "Appeal"),
                ],
                max_length=10,
            ),
        ),
    ]
