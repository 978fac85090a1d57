"""Mails that tell an address that an account has it no longer."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_mails_of_sanctions"),
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
                    ("moved", "Moved"),
                    ("sanction", "Sanction"),
                    ("appeal", "Appeal"),
                ],
                max_length=10,
            ),
        ),
    ]
