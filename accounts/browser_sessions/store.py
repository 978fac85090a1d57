"""Django's sessions in the database, where nobody who reads it finds a cookie to log in with.

Named in `SESSION_ENGINE`.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from accounts.browser_sessions.models import BrowserSession

USE_NOTED_EVERY = timedelta(minutes=1)


def stored(key: str) -> str:
    """Return what is stored of the text in a cookie: it has too much chance in it to be guessed."""
    return hashlib.sha256(key.encode()).hexdigest()


class SessionStore(DatabaseStore):
    """Finds a session by the hash of its key; notes whose it is and when it was used."""

    _created_at: datetime | None = None

    @classmethod
    def get_model_class(cls) -> Any:
        return BrowserSession

    def _get_session_from_db(self) -> BrowserSession | None:
        now = timezone.now()
        rows = BrowserSession.objects.filter(expire_date__gt=now)
        found = rows.filter(session_key=stored(self.session_key or "")).first()
        if found is None:
            self._session_key = None
            return None
        self._created_at = found.created_at
        if found.last_used_at <= now - USE_NOTED_EVERY:
            rows.filter(pk=found.pk).update(last_used_at=now)
        return found

    def exists(self, session_key: str | None) -> bool:
        return BrowserSession.objects.filter(session_key=stored(session_key or "")).exists()

    def create(self) -> None:
        self._created_at = None
        super().create()

    def create_model_instance(self, data: Any) -> Any:
        now = timezone.now()
        key = self._get_or_create_session_key()  # type: ignore[attr-defined]  # of Django's base
        account = data.get(SESSION_KEY)
        return BrowserSession(
            session_key=stored(key),
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            account_id=None if account is None else UUID(account),
            created_at=self._created_at or now,
            last_used_at=now,
        )

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key is not None:
            BrowserSession.objects.filter(session_key=stored(key)).delete()
