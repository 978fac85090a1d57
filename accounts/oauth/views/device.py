"""The page where the code is typed that a device shows (RFC 8628, 3.3)."""

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from oauth2_provider.models import DeviceGrant

from accounts.api.addresses import client_address
from accounts.errors import BadCredentialsError, TooManyFailuresError
from accounts.models import Account
from accounts.oauth import credentials
from accounts.oauth.models import App
from accounts.oauth.views.describing import described
from accounts.oauth.views.pages import PageView, ask_to_log_in, page, person_of
from accounts.services import keys
from accounts.services.failures import count_attempt

_ANSWERS = {"allow": DeviceGrant.AUTHORIZED, "deny": DeviceGrant.DENIED}


class DeviceView(PageView):
    """First the code, then the question, then that is all."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form; the code may be filled in, and still has to be sent."""
        if person_of(request) is None:
            return ask_to_log_in(request)
        return page(request, "device", {"code": request.GET.get("user_code", "")[:16]})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Look a code up and ask, or take the answer."""
        person = person_of(request)
        if person is None:
            return ask_to_log_in(request)
        typed = request.POST.get("user_code", "")
        try:
            found = _find(typed, person, client_address(request))
        except TooManyFailuresError as error:
            fault = f"Too many wrong codes. Try again in {error.seconds} seconds."
            return page(request, "device", {"fault": fault}, status=429)
        if found is None:
            return _not_found(request, typed)
        grant, app = found
        answer = request.POST.get("answer")
        if answer not in _ANSWERS:
            return _ask(request, grant, app, typed, person)
        waiting = _waiting().filter(pk=grant.pk)
        try:
            with transaction.atomic(durable=True):
                keys.hold_while_good(person, shown=None)
                is_first = waiting.update(status=_ANSWERS[answer], user=person) == 1
        except BadCredentialsError:  # another password was set meanwhile
            return ask_to_log_in(request)
        if not is_first:  # somebody else has answered meanwhile, or it is too late by now
            return _not_found(request, typed)
        return page(request, "device_done", {"is_allowed": answer == "allow"})


def _find(typed: str, person: Account, address: str) -> tuple[DeviceGrant, App] | None:
    """Return who waits with this code; each that is wrong counts as one guess."""
    attempts = count_attempt(name=f"device code {person.id}", address=address)
    code = credentials.user_code_digest(typed)
    if code is None:
        return None
    grant = _waiting().filter(user_code=code).first()
    app = None if grant is None else _app_of(grant)
    if grant is None or app is None:
        return None
    for attempt in attempts:
        attempt.take_back()
    return grant, app


def _waiting() -> "QuerySet[DeviceGrant]":
    return DeviceGrant.objects.filter(
        status=DeviceGrant.AUTHORIZATION_PENDING, expires__gt=timezone.now()
    )


def _app_of(grant: DeviceGrant) -> App | None:
    """Return who asks; None if it is gone, or its author may do nothing now."""
    app = App.objects.select_related("user").filter(client_id=grant.client_id).first()
    return app if app is not None and app.is_usable(None) else None


def _not_found(request: HttpRequest, typed: str) -> HttpResponse:
    fault = "No device waits with this code. It may be too old: ask for a new one."
    return page(request, "device", {"code": typed[:16], "fault": fault}, status=404)


def _ask(
    request: HttpRequest, grant: DeviceGrant, app: App, typed: str, person: Account
) -> HttpResponse:
    context = {
        **described(app, scopes=grant.scope.split(), to=person, now=timezone.now()),
        "code": credentials.shown_user_code(typed),
    }
    return page(request, "device_ask", context)
