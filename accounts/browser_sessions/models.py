"""The sessions of browsers."""

from typing import ClassVar

from django.db import models


class BrowserSession(models.Model):
    """A log-in that a browser's cookie stands for. The row holds only a hash of the cookie."""

    session_key = models.CharField(primary_key=True, max_length=64, editable=False)
    """SHA-256 of what the cookie holds, in hex."""
    session_data = models.TextField()
    """What Django keeps in it, signed."""
    expire_date = models.DateTimeField()
    account = models.ForeignKey(
        "accounts.Account",
        on_delete=models.CASCADE,
        null=True,
        related_name="browser_sessions",
    )
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField()
    """To the minute."""

    class Meta:
        db_table = "browser_session"
        indexes: ClassVar = [
            models.Index(fields=["expire_date"], name="browser_session_by_end"),
        ]

    def __str__(self) -> str:
        return self.session_key[:8]
