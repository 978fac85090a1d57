"""Tables beside the log that are no history."""

from typing import ClassVar

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


class DayOfPlay(models.Model):
    """How much was played on one day, in UTC, by one ruleset; counted from the feed."""

    day = models.DateField()
    ruleset = models.CharField(max_length=32)
    created = models.IntegerField(default=0)
    started = models.IntegerField(default=0)
    finished = models.IntegerField(default=0)
    aborted = models.IntegerField(default=0)
    never_started = models.IntegerField(default=0)
    moves_of_people = models.IntegerField(default=0)
    moves_of_bots = models.IntegerField(default=0)
    moves_of_house_bots = models.IntegerField(default=0)
    decisions_expired = models.IntegerField(default=0)

    class Meta:
        db_table = "day_of_play"
        verbose_name_plural = "days of play"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "ruleset"], name="day_of_play_one_a_ruleset")
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.ruleset}"
