"""Logging in and out, for people who want to answer an app. The API looks at no cookie."""

from django.contrib import auth
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from accounts.api.addresses import client_address
from accounts.errors import BadCredentialsError, TooManyFailuresError
from accounts.moderation.restrictions import is_suspended
from accounts.oauth.views.pages import PageView, next_of, page, person_of
from accounts.services.log_in import log_in

SECONDS = 3600
"""How long somebody stays logged in."""
_SUSPENDED = (
    "This account is suspended, and no app gets anything for it meanwhile. A token that it has "
    "shows why, at /api/v1/me/sanctions."
)


class LogInView(PageView):
    """Name and password."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form, unless somebody is logged in.

        Browsers send our cookie only from page to page of ours, and whoever comes here comes from
        an app. So the page first calls itself, and then it is known who it is.
        """
        if person_of(request) is not None:
            return HttpResponseRedirect(next_of(request))
        if "again" not in request.GET:
            path = request.get_full_path()
            return page(request, "again", {"url": f"{path}{'&' if '?' in path else '?'}again=1"})
        return page(request, "log_in", {"next": next_of(request)})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Log somebody in."""
        name, password = request.POST.get("name", ""), request.POST.get("password", "")
        try:
            account = log_in(name=name, password=password, address=client_address(request))
        except (BadCredentialsError, TooManyFailuresError) as error:
            is_busy = isinstance(error, TooManyFailuresError)
            context = {"fault": str(error), "name": name, "next": next_of(request)}
            return page(request, "log_in", context, status=429 if is_busy else 401)
        if is_suspended(account, now=timezone.now()):
            # Whoever knows the password may know; the session would be none from the next page on.
            context = {"fault": _SUSPENDED, "name": name, "next": next_of(request)}
            return page(request, "log_in", context, status=403)
        auth.login(request, account)
        request.session.set_expiry(SECONDS)
        return HttpResponseRedirect(next_of(request))


class LogOutView(PageView):
    """Lets somebody else log in."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        """Log out and go on where the form says."""
        auth.logout(request)
        return HttpResponseRedirect(next_of(request))
