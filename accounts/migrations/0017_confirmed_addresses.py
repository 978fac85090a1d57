"""When an address was confirmed, and the mails about addresses and passwords."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_mails_of_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="account",
            name="email_confirmed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
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
                ],
                max_length=10,
            ),
        ),
    ]
