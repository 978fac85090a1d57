"""What all pages have in common: nothing runs in them, and nobody can put one into theirs."""

from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import urlencode, urlsplit

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View

from accounts.models import Account
from accounts.oauth.views.endpoints import fault_of

LOG_IN = "/oauth/log-in"
HOME = "/oauth/device"
Context: TypeAlias = Mapping[str, Any]


def page(
    request: HttpRequest,
    name: str,
    context: Context,
    *,
    status: int = 200,
    leads_to: str = "",
    folder: str = "oauth",
) -> HttpResponse:
    """Answer with a page; `leads_to` is an address to which its form may send people on."""
    response = render(request, f"{folder}/{name}.html", context, status=status)
    response["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; "
        f"form-action 'self'{_source(leads_to)}"
    )
    # Not `no-referrer`: then browsers send no origin either, by which forms are known as ours.
    response["Referrer-Policy"] = "same-origin"
    response["Cache-Control"] = "no-store"
    return response


def refuse(request: HttpRequest, text: str, *, status: int = 400) -> HttpResponse:
    """Answer with a page that says what is wrong."""
    return page(request, "refused", {"text": text}, status=status)


def person_of(request: HttpRequest) -> Account | None:
    """Return the person who is logged in; programs cannot be."""
    user = request.user
    if isinstance(user, Account) and user.kind == Account.Kind.PERSON:
        return user
    return None


def ask_to_log_in(request: HttpRequest) -> HttpResponse:
    """Send somebody to the page where they log in, and back afterwards."""
    query = urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})
    return HttpResponseRedirect(f"{LOG_IN}?{query}")


def next_of(request: HttpRequest) -> str:
    """Return where to go on afterwards: a page of these, whatever was asked for."""
    wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
    is_ours = wanted.startswith("/oauth/") and url_has_allowed_host_and_scheme(wanted, None)
    return wanted if is_ours else HOME


class PageView(View):
    """A page for people."""

    http_method_names = ["get", "head", "post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if (fault := fault_of(request)) is not None:
            return refuse(request, fault)
        return super().dispatch(request, *args, **kwargs)

    def http_method_not_allowed(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        response = refuse(request, "This is a page to look at, or to answer.", status=405)
        response["Allow"] = "GET, HEAD, POST"
        return response


def _source(address: str) -> str:
    """Return an address as a policy names it; browsers ask it about redirects after a form, too."""
    parts = urlsplit(address)
    if not parts.scheme:
        return ""
    # A policy has no words for an IPv6 address.
    named = parts.scheme in {"http", "https"} and ":" not in (parts.hostname or ":")
    return f" {parts.scheme}://{parts.netloc}" if named else f" {parts.scheme}:"
