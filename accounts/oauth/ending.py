"""What becomes of a token when what an app was given with it ends."""

from typing import Any

from django.db.models import SET_NULL, QuerySet
from django.db.models.deletion import Collector
from django.db.models.functions import Now


def revoked_with_it(collector: Collector, field: Any, tokens: "QuerySet[Any]", using: str) -> None:
    """Revoke the token if it is good; its row stays for a while, so that it is known as revoked."""
    tokens.filter(revoked_at=None, expires_at__gt=Now()).update(revoked_at=Now())
    SET_NULL(collector, field, tokens, using)
