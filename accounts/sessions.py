"""Who may have a session in a browser: nobody whose account is closed or suspended, from that moment on."""

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.utils import timezone

from accounts.models import Account
from accounts.moderation.restrictions import is_suspended


class SessionBackend(ModelBackend):
    """Asked at each log-in, and again with each page."""

    def user_can_authenticate(self, user: Model | AnonymousUser | None) -> bool:
        if not isinstance(user, Account) or not super().user_can_authenticate(user):
            return False
        return not is_suspended(user, now=timezone.now())
