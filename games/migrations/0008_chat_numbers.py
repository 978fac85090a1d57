"""Messages are numbered in their room: a hole in one tells nothing of the other.

Messages that were written before keep their numbers, and so do the places of who reads them.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_chat")]

    operations = [
        migrations.RemoveConstraint(model_name="chatmessage", name="chat_message_one_a_number"),
        migrations.AddConstraint(
            model_name="chatmessage",
            constraint=models.UniqueConstraint(
                fields=("game", "room", "number"), name="chat_message_one_a_number"
            ),
        ),
    ]
