"""What is sent to people and programs outside: the tables of all channels have this in common."""

import uuid

from django.db import models
from django.db.models import Q

from accounts import purging


class Delivery(models.Model):
    """Something to be sent, and tried again until it got through or it is too late."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    data = models.JSONField()
    """What the account was told."""
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    """When it is to be sent; null when that is over."""
    tries = models.PositiveSmallIntegerField(default=0)
    """Attempts since it was made or asked for again, which say how long the next pause is."""
    attempted_at = models.DateTimeField(null=True)
    """When the last attempt began."""

    class Meta:
        abstract = True


def due_while_waiting(table: str) -> models.CheckConstraint:
    """Return the rule that a delivery has a time to be sent at while it waits, and then none."""
    return models.CheckConstraint(
        name=f"{table}_due_while_waiting",
        condition=Q(state="waiting", due_at__isnull=False)
        | Q(~Q(state="waiting"), due_at__isnull=True),
    )


def lately_attempted(table: str) -> models.Index:
    """Return the index by which the rate of a channel is counted."""
    return models.Index(
        fields=["attempted_at"],
        condition=Q(attempted_at__isnull=False),
        name=f"{table}_attempted",
    )


def by_age(table: str) -> models.Index:
    """Return the index by which old deliveries are found."""
    return models.Index(fields=["created_at"], name=f"{table}_by_age")


def forget_old(deliveries: type[Delivery], *, days: int) -> int:
    """Delete those older than they are kept; return how many. What still waits stays."""
    table = deliveries._meta.db_table  # noqa: SLF001 - Django's documented name
    return purging.purge(
        f"""
        DELETE FROM {table} WHERE id IN (
          SELECT id FROM {table}
          WHERE created_at < (SELECT herdbook.clock()) - make_interval(days => %(days)s)
            AND due_at IS NULL
          ORDER BY created_at LIMIT %(batch)s)
        """,  # noqa: S608 - the name of a table of ours
        days=days,
    )
