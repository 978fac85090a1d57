"""Mails that tell the owner of a bot which of its moves were refused."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0023_mails_to_former_addresses"),
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
                    ("refused", "Refused"),
                ],
                max_length=10,
            ),
        ),
    ]
