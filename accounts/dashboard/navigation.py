"""The menu: what somebody may read, in the order in which it is needed."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

_GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Keeping order": {
        "accounts.case": ("Cases", "gavel"),
        "accounts.report": ("Reports", "flag"),
        "games.suspicion": ("Signals", "troubleshoot"),
        "accounts.sanction": ("Sanctions", "block"),
        "accounts.appeal": ("Appeals", "balance"),
    },
    "Play": {
        "store.game": ("Games", "playing_cards"),
        "accounts.account": ("Accounts", "group"),
        "games.dayofplay": ("Days of play", "calendar_month"),
        "games.dayofthought": ("House bots", "smart_toy"),
    },
    "Server": {
        "accounts.token": ("Tokens", "key"),
        "accounts.app": ("Apps", "apps"),
        "accounts.webhook": ("Webhooks", "webhook"),
        "store.feedcheckpoint": ("Feed", "conveyor_belt"),
        "accounts.auditentry": ("Audit log", "history_edu"),
    },
}
_REST = "More"


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the groups of the menu as unfold takes them; a register not named above comes last."""
    readable = {
        f"{app['app_label']}.{model['object_name'].lower()}": str(model["name"])
        for app in admin.site.get_app_list(request)
        for model in app["models"]
    }
    home = {"title": "Overview", "icon": "dashboard", "link": reverse("admin:index")}
    groups = [_group("", [home])]
    for title, wanted in _GROUPS.items():
        known = [(label, *names) for label, names in wanted.items() if readable.pop(label, None)]
        groups.append(_group(title, [_item(*one) for one in known]))
    rest = [_item(label, name, "list") for label, name in readable.items()]
    groups.append(_group(_REST, rest))
    return [group for group in groups if group["items"]]


def _group(title: str, items: list[dict[str, Any]]) -> dict[str, Any]:
    return {"title": title, "items": items}


def _item(label: str, title: str, icon: str) -> dict[str, Any]:
    app, model = label.split(".")
    return {"title": title, "icon": icon, "link": reverse(f"admin:{app}_{model}_changelist")}
