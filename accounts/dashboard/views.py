"""The pages of the second factor: setting it up, and being asked for it."""

from base64 import b32encode
from typing import TYPE_CHECKING

import django_otp
import segno
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts import clock
from accounts.dashboard import factors
from accounts.dashboard.registers import account_of, actor_of
from accounts.moderation.errors import NothingToDoError

if TYPE_CHECKING:
    from accounts.dashboard.site import Dashboard

_WRONG = (
    "This is not the code of now. After a wrong one, wait a few seconds; each wrong one doubles it."
)
_MOST = 32
"""Characters of a code that are looked at."""


@never_cache
def ask(request: HttpRequest, site: "Dashboard") -> HttpResponse:
    """Ask for a code of the authenticator, or for a recovery code."""
    from accounts.dashboard.site import next_of

    if site.has_permission(request):
        return HttpResponseRedirect(next_of(request))
    account, fault = account_of(request), ""
    if not factors.is_enrolled(account.id):
        return HttpResponseRedirect(reverse("admin:second_factor_new"))
    if request.method == "POST":
        device = factors.verify(account.id, code=request.POST.get("code", "")[:_MOST])
        if device is not None:
            request.session.cycle_key()
            django_otp.login(request, device)
            return HttpResponseRedirect(next_of(request))
        fault = _WRONG
    context = site.each_context(request) | {
        "title": "Second factor",
        "fault": fault,
        "next": next_of(request),
    }
    status = 200 if not fault else 401
    return TemplateResponse(request, "dashboard/second_factor.html", context, status=status)


@never_cache
def enrol(request: HttpRequest, site: "Dashboard") -> HttpResponse:
    """Show the key of a new authenticator, and take its first code."""
    account, fault = account_of(request), ""
    try:
        if request.method == "POST":
            code = "".join(request.POST.get("code", "")[:_MOST].split())
            made = factors.confirm(actor_of(request), code=code, now=clock.now())
            if made is not None:
                device, codes = made
                request.session.cycle_key()
                django_otp.login(request, device)
                context = site.each_context(request) | {"title": "Recovery codes", "codes": codes}
                return TemplateResponse(request, "dashboard/recovery_codes.html", context)
            fault = _WRONG
        begun = factors.begin(account.id)
    except NothingToDoError:
        return HttpResponseRedirect(reverse("admin:second_factor"))
    qr = segno.make(begun.config_url, error="m", micro=False)
    context = site.each_context(request) | {
        "title": "Set up the second factor",
        "fault": fault,
        "qr": qr.svg_inline(scale=4, border=2, dark="#000", light="#fff"),
        "key": b32encode(begun.bin_key).decode().rstrip("="),
    }
    status = 200 if not fault else 401
    return TemplateResponse(request, "dashboard/enrol.html", context, status=status)
