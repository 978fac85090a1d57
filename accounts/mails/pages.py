"""The pages behind the links of mails: an address is confirmed, another password is chosen.

Looking at them changes nothing, since programs that read mails for safety open every link.
"""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from rest_framework.serializers import ValidationError

from accounts.api import secret_addresses
from accounts.api.accounts import LONGEST_PASSWORD, check_password
from accounts.api.addresses import client_address
from accounts.api.base import request_id_of
from accounts.errors import AccountError, CodeInvalidError, TooManyResetsError
from accounts.oauth.views.pages import Context, page
from accounts.services import addresses, passwords

_TOO_OLD = "This link is too old, or was used. Ask for another."


# They know no cookie: what a link holds is all that opens them.
@method_decorator(csrf_exempt, name="dispatch")
class _LinkView(View):
    http_method_names = ["get", "head", "post"]
    template = ""

    def _page(self, request: HttpRequest, context: Context, *, status: int = 200) -> HttpResponse:
        response = page(request, self.template, context, status=status, folder="mails")
        response["Referrer-Policy"] = "no-referrer"
        return response


class ConfirmView(_LinkView):
    """One button."""

    template = "confirm"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the button."""
        return self._page(request, {})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Confirm the address."""
        try:
            addresses.confirm(secret_addresses.secret_of(request), now=timezone.now())
        except CodeInvalidError:
            return self._page(request, {"fault": _TOO_OLD}, status=404)
        return self._page(request, {"is_done": True})


class ResetView(_LinkView):
    """A field for the new password."""

    template = "reset"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form."""
        return self._answer(request, secret_addresses.secret_of(request), None)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Set the password."""
        password = request.POST.get("password", "")[:LONGEST_PASSWORD]
        return self._answer(request, secret_addresses.secret_of(request), password)

    def _answer(self, request: HttpRequest, code: str, password: str | None) -> HttpResponse:
        over = {"fault": _TOO_OLD, "is_over": True}
        try:
            account = passwords.account_of(code)
        except CodeInvalidError:
            return self._page(request, over, status=404)
        if password is None:
            return self._page(request, {"account": account})
        try:
            check_password(password, account)
            now, address = timezone.now(), client_address(request)
            id_ = request_id_of(request)
            passwords.reset(code, password=password, address=address, now=now, request_id=id_)
        except CodeInvalidError:  # by now
            return self._page(request, over, status=404)
        except ValidationError as error:
            (fault,) = error.detail["password"]  # type: ignore[call-overload]  # of this field
            return self._page(request, {"account": account, "fault": fault}, status=422)
        return self._page(request, {"is_done": True})


class ForgottenView(_LinkView):
    """A field for the name or the address, and the same answer to all."""

    template = "forgotten"

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form."""
        return self._page(request, {})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Ask for a mail."""
        who = request.POST.get("who", "").strip()[:254]
        kind = "email" if "@" in who else "name"
        try:
            if "\0" not in who:
                passwords.ask_for_reset(**{kind: who}, address=client_address(request))
        except AccountError as error:
            status = 429 if isinstance(error, TooManyResetsError) else 409
            return self._page(request, {"fault": str(error)}, status=status)
        return self._page(request, {"is_done": True})
