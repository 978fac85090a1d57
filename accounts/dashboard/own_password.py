"""The page on which somebody of the staff chooses another password."""

from typing import Any

from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from unfold.forms import AdminOwnPasswordChangeForm

from accounts import clock
from accounts.api.addresses import client_address
from accounts.dashboard.registers import account_of, actor_of
from accounts.errors import TooManyFailuresError, WrongPasswordError
from accounts.models import Account
from accounts.services import passwords
from accounts.services.log_in import prove


class ChangePasswordForm(AdminOwnPasswordChangeForm):
    """The password before is counted like a log-in: a session that was stolen guesses none."""

    def __init__(self, user: Account, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.request = request
        self.proved: Account | None = None

    def clean_old_password(self) -> str:
        given = str(self.cleaned_data["old_password"])
        address = client_address(self.request)
        try:
            self.proved = prove(account_of(self.request), password=given, address=address)
        except (WrongPasswordError, TooManyFailuresError) as error:
            raise ValidationError(str(error)) from None
        return given

    def save(self, commit: bool = True) -> Account:
        """Set it, with a row of the audit log; raise `WrongPasswordError`."""
        account, actor = account_of(self.request), actor_of(self.request)
        assert self.proved is not None
        password = str(self.cleaned_data["new_password1"])
        passwords.change(
            self.proved,
            password=password,
            ends_tokens=False,
            now=clock.now(),
            request_id=actor.request_id,
        )
        account.refresh_from_db(fields=["password"])
        return account


class ChangePassword(PasswordChangeView):
    """Goes on in this browser, and in no other."""

    form_class = ChangePasswordForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request}

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return super().form_valid(form)
        except WrongPasswordError as error:  # another was set in the same instant
            form.add_error("old_password", str(error))
            return self.form_invalid(form)
