"""Results that were changed by order, counted by day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_chat_numbers")]

    operations = [
        migrations.AddField("dayofplay", name, models.IntegerField(default=0))
        for name in ("results_adjudicated", "results_annulled", "results_restored")
    ]
