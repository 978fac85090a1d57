"""Which accounts have an address: the mails of an hour are counted for all of them together."""

from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_mutes_of_players")]

    operations = [
        migrations.AddIndex(
            model_name="account",
            index=models.Index(
                Lower("email"), condition=~models.Q(email=""), name="account_by_email"
            ),
        ),
    ]
