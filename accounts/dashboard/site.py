"""The pages of the admin, behind both factors."""

from collections.abc import Callable
from datetime import timedelta
from functools import update_wrapper
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.paginator import InvalidPage
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from unfold.sites import UnfoldAdminSite

from accounts.dashboard import views
from accounts.dashboard.own_password import ChangePassword
from accounts.dashboard.registers import may
from accounts.models import Account
from accounts.moderation.restrictions import is_suspended
from accounts.moderation.roles import Permission

HOURS = 8
"""How long somebody stays logged in, however busy they are."""


class Dashboard(UnfoldAdminSite):
    """Shown to staff who have proved who they are by password and by a second factor."""

    index_template = "dashboard/landing.html"
    index_title = "Overview"

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return is_staff(request) and bool(getattr(user, "otp_device", None))

    def extra_urls(self) -> list[URLPattern]:
        """Return the pages of the second factor, and those that others have added."""
        return [
            path("second-factor/", self._first_only(views.ask), name="second_factor"),
            path("second-factor/set-up/", self._first_only(views.enrol), name="second_factor_new"),
            *(path(route, self.admin_view(view), name=name) for route, view, name in _PAGES),
        ]

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ask for name and password, then go on to the second factor."""
        if is_staff(request):
            if self.has_permission(request):
                return HttpResponseRedirect(reverse("admin:index"))
            query = urlencode({REDIRECT_FIELD_NAME: next_of(request)})
            return HttpResponseRedirect(f"{reverse('admin:second_factor')}?{query}")
        response: HttpResponse = super().login(request, extra_context)
        if is_staff(request):  # by now
            request.session.set_expiry(timezone.now() + timedelta(hours=HOURS))
            if "Location" in response.headers:
                response["Location"] = next_of(request)
        return response

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponseBase:
        """Let somebody choose another password, which the audit log tells."""
        shown = ChangePassword.as_view(
            success_url=reverse("admin:password_change_done"),
            extra_context=self.each_context(request) | (extra_context or {}),
        )
        return shown(request)

    def search(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Find pages of the menu; a page of what was found that there is not is none."""
        try:
            found: HttpResponse = super().search(request, extra_context)
        except (ValueError, InvalidPage):
            raise Http404 from None
        return found

    def _first_only(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
        """Show a page to staff who have given name and password, and perhaps no more."""

        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not is_staff(request):
                return HttpResponseRedirect(reverse("admin:login"))
            return view(request, self, *args, **kwargs)

        return update_wrapper(inner, view)


Page = tuple[str, Callable[..., HttpResponseBase], str]
_PAGES: list[Page] = []


def add_page(route: str, view: Callable[..., HttpResponseBase], name: str) -> None:
    """Put a page of its own beside the registers, behind both factors."""
    _PAGES.append((route, view, name))


def is_staff(request: HttpRequest) -> bool:
    """Answer whether somebody of the staff is logged in, with or without the second factor.

    Whoever is suspended is none meanwhile, however and whenever they have logged in.
    """
    user = request.user
    if not isinstance(user, Account) or not user.is_active:
        return False
    return may(user, Permission.READ_REGISTERS) and not is_suspended(user, now=timezone.now())


def next_of(request: HttpRequest) -> str:
    """Return where to go on afterwards: a page of the dashboard, whatever was asked for."""
    wanted = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME, "")
    home = reverse("admin:index")
    is_ours = wanted.startswith(home) and url_has_allowed_host_and_scheme(wanted, None)
    return wanted if is_ours else home


def base_path() -> str:
    """Return the path below which the dashboard lies."""
    return f"/{settings.HERDBOOK_DASHBOARD_PATH}/"
