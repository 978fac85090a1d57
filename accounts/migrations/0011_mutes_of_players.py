"""A mute is what one player wants; what moderators decide is a sanction."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_moderators_mutes"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="mute",
            name="mute_one_a_pair",
        ),
        migrations.RemoveField(
            model_name="mute",
            name="until",
        ),
        migrations.AlterField(
            model_name="mute",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="mutes",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("muted", "by"), name="mute_one_a_pair"),
        ),
    ]
