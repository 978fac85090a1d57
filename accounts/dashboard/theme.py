"""How the dashboard looks: its colours, its menu, and the file of styles that every page has."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest


def styles(request: HttpRequest) -> str:
    """Return the address of our own styles."""
    from django.templatetags.static import static

    return static("dashboard/dashboard.css")


_STEPS = ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950")
_STONE = (
    *("#faf9f6", "#f3f1eb", "#e5e1d6", "#d2ccbd", "#a59e8d", "#787163"),
    *("#59534a", "#443f38", "#2b2823", "#1f1d19", "#161411"),
)
_MEADOW = (
    *("#f0f8f1", "#dcefdf", "#bbdfc2", "#8fc89b", "#5fab70", "#4aa061"),
    *("#2f7542", "#285d37", "#234b2f", "#1d3e28", "#0e2216"),
)
COLOURS: Mapping[str, Mapping[str, str]] = {
    "base": dict(zip(_STEPS, _STONE, strict=True)),
    "primary": dict(zip(_STEPS, _MEADOW, strict=True)),
}
UNFOLD: Mapping[str, Any] = {
    "SITE_TITLE": "Herdbook",
    "SITE_HEADER": "Herdbook",
    "SITE_SYMBOL": "menu_book",
    "SITE_URL": None,
    "DASHBOARD_CALLBACK": "games.admin.landing.fill",
    "LOGIN": {"form": "accounts.dashboard.forms.LogInForm"},
    "COLORS": COLOURS,
    "STYLES": [styles],
    "SIDEBAR": {"navigation": "accounts.dashboard.navigation.navigation"},
}
"""The setting of that name, for the library that draws the dashboard."""
