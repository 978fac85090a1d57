"""The link at the end of each mail, by which whoever has got it can stop the mails.

It holds a signature instead of a log-in, and can do nothing else. Looking at the page changes
nothing, since programs that read mails for safety open every link.
"""

from uuid import UUID

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from accounts.api import secret_addresses
from accounts.services import profile

PATH = "/mails/stop/"
_SALT = "herdbook stop mails 1"


def link(account: UUID) -> str:
    """Return the address that stops the mails to an account."""
    return f"{settings.HERDBOOK_PUBLIC_URL}{PATH}{signing.dumps(account.hex, salt=_SALT)}"


def footer(account: UUID, name: str) -> str:
    """Return the last lines of a mail."""
    context = {"name": name, "link": link(account), "server": settings.HERDBOOK_PUBLIC_URL}
    return render_to_string("mails/footer.txt", context)


@method_decorator(csrf_exempt, name="dispatch")  # it knows no cookie, and mail programs post too
class StopView(View):
    """A page with one button; pressing it stops all mails."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the button."""
        return self._answer(request, is_done=False)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Stop all mails."""
        return self._answer(request, is_done=True)

    def _answer(self, request: HttpRequest, *, is_done: bool) -> HttpResponse:
        try:
            account = signing.loads(secret_addresses.secret_of(request), salt=_SALT)
        except signing.BadSignature:
            return HttpResponseNotFound("There is nothing here.\n", content_type="text/plain")
        if is_done:
            profile.stop_mails(UUID(account))
        response = render(request, "mails/stop.html", {"is_done": is_done})
        response["Referrer-Policy"] = "no-referrer"
        response["Cache-Control"] = "no-store"
        return response
