"""All paths: the API, the admin, and a plain answer for everything else."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from accounts.dashboard.site import base_path
from accounts.mails.pages import ConfirmView, ForgottenView, ResetView
from accounts.mails.unsubscribing import StopView
from accounts.oauth.views.metadata import metadata
from config import meta
from config.limits.views import LimitsView
from config.openapi.views import DocsView, DocumentView

api: list[URLPattern | URLResolver] = [
    path("", include("games.api.urls")),
    path("", include("accounts.api.urls")),
    path("errors", meta.ErrorsView.as_view()),
    path("openapi.json", DocumentView.as_view()),
    path("docs", DocsView.as_view()),
    path("health/live", meta.LiveView.as_view()),
    path("health/ready", meta.ReadyView.as_view()),
    path("me/limits", LimitsView.as_view()),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include(api)),
    path("api/v1", meta.RootView.as_view()),
    path("", meta.leads_to("/api/v1")),
    re_path(r"^api(/.*)?$", meta.NowhereView.as_view()),
    path("mails/stop/address", StopView.as_view()),
    path("mails/confirm/address", ConfirmView.as_view()),
    path("mails/reset/address", ResetView.as_view()),
    path("mails/forgotten", ForgottenView.as_view()),
    path("oauth/", include("accounts.oauth.urls")),
    path(".well-known/oauth-authorization-server", metadata),
    path(base_path()[1:-1], meta.leads_to(base_path())),
    path(base_path()[1:], admin.site.urls),
    re_path(r"^.*$", meta.not_found),
]

handler400 = meta.bad_request
handler403 = meta.forbidden
handler404 = meta.not_found
handler500 = meta.failed
