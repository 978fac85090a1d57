"""Name and password at the door of the dashboard, counted like any other log-in."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from unfold.forms import AuthenticationForm

from accounts.api.addresses import client_address
from accounts.dashboard.registers import may
from accounts.errors import BadCredentialsError, TooManyFailuresError
from accounts.models import Account
from accounts.moderation.restrictions import is_suspended
from accounts.moderation.roles import Permission
from accounts.services.log_in import log_in


class LogInForm(AuthenticationForm):
    """Whoever is no staff is told the same as for a wrong password."""

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username")
        password = self.cleaned_data.get("password")
        if name and password:
            address = client_address(self.request)
            try:
                account = log_in(name=name, password=password, address=address)
            except BadCredentialsError:
                raise self.get_invalid_login_error() from None
            except TooManyFailuresError as error:
                raise ValidationError(str(error)) from None
            self.confirm_login_allowed(account)
            account.backend = "accounts.sessions.SessionBackend"
            self.user_cache = account
        found: dict[str, Any] = self.cleaned_data
        return found

    def confirm_login_allowed(self, user: Account) -> None:
        suspended = is_suspended(user, now=timezone.now())
        if suspended or not user.is_active or not may(user, Permission.READ_REGISTERS):
            raise self.get_invalid_login_error()
