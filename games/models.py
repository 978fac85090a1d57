"""Tables beside the log that are no history."""

from django.db import models


class JoinCode(models.Model):
    """What opens a private game to a newcomer; only a hash of it is stored."""

    game = models.UUIDField(primary_key=True)
    code_hash = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()

    class Meta:
        db_table = "join_code"

    def __str__(self) -> str:
        return str(self.game)
