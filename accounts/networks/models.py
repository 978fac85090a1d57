"""Networks of accounts."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class NetworkUse(models.Model):
    """That an account was seen on a network."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+"
    )
    network = models.CharField(max_length=32)
    """A keyed hash; equal for all addresses of one network."""
    days = models.IntegerField()
    """On how many days."""
    first_on = models.DateField()
    last_on = models.DateField()

    class Meta:
        db_table = "network_use"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "network"], name="network_use_one_of_each")
        ]
        indexes: ClassVar = [
            models.Index(fields=["network"], name="network_use_by_network"),
            models.Index(fields=["last_on"], name="network_use_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.network[:8]}"
