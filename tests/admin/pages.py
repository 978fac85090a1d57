"""Every page of the dashboard, and what each role of the staff is answered there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, URLResolver

from accounts.dashboard.orders import OrderedRegister
from accounts.moderation.roles import Role
from tests.admin.hostile_world import HostileWorld

INLINE = re.compile(
    r"<script(?![^>]*\ssrc=)[^>]*>|<[^>]*\son[a-z]+=[\"']|href=[\"']javascript:", re.IGNORECASE
)
"""What would run although it stands in the page."""
_ROLES = (Role.MODERATOR, Role.OPERATOR, Role.ADMINISTRATOR)
IN_FRONT = frozenset({"login/", "logout/", "jsi18n/", "second-factor/", "second-factor/set-up/"})
"""What is before the door."""
_ANY = "anything/"
_NAMES = {"<slug:name>": "{name}", "<uuid:game>": "{game}", "<path:object_id>": "{id}"}


@dataclass(frozen=True)
class Answers:
    """Statuses for moderator, operator and administrator, in this order."""

    get: str
    post: str = ""
    """Left out: as for GET."""
    writes: frozenset[str] = frozenset()
    """Tables that may change by it."""

    def to(self, role: Role, method: str) -> int:
        said = (self.post or self.get) if method == "POST" else self.get
        return int(said.split()[_ROLES.index(role)])


def served() -> set[str]:
    """Return every page that the URL configuration has; orders by their keys."""
    found = set[str]()
    for route in _routes(admin.site.urls[0]):
        if "<slug:key>" in route:
            found |= {route.replace("<slug:key>", key) for key in _orders(route)}
        elif route.startswith("^(?P<app_label>"):
            found |= {f"{label}/" for label in re.findall(r"\w+(?=[|)])", route.split(">")[1])}
        else:
            found.add(_ANY if route == "(?P<url>.*)$" else route)
    return {_named(route) for route in found}


def _routes(patterns: Any, before: str = "") -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from _routes(one.url_patterns, before + str(one.pattern))
        else:
            assert isinstance(one, URLPattern)
            yield before + str(one.pattern)


def _orders(route: str) -> list[str]:
    for model, register in admin.site._registry.items():
        path = f"{model._meta.app_label}/{model._meta.model_name}/orders/"
        if route.startswith(path):
            assert isinstance(register, OrderedRegister)
            return [*(order.key for order in register.orders), "no-such-order"]
    raise AssertionError(route)


def _named(route: str) -> str:
    for written, name in _NAMES.items():
        route = route.replace(written, name)
    return re.sub(r"<path:content_type_id>/\{id\}", "1/{id}", route)


def address(page: str, world: HostileWorld) -> str:
    """Return where a page is, about something that is there."""
    ids = world.ids()
    model = "/".join(page.split("/")[:2])
    path = page.format(name=world.ben.name, game=world.game, id=ids.get(model, _OF_NOTHING))
    wanted = f"?ids={ids[model]}" if "/orders/" in page else ""
    return f"/admin/{path}{wanted}"


_OF_NOTHING = "987654321"
"""No row has this id, whatever other tests have made."""
_ALL, _CASES, _AUDIT, _NONE = "200 200 200", "200 403 200", "403 403 200", "403 403 403"
_LED, _NO_METHOD, _NOT_FOUND = "302 302 302", "405 405 405", "404 404 404"


_AUDITED = {f"accounts/{one}" for one in ("account", "appeal", "case", "sanction")} | {"store/game"}
"""Registers whose rows the audit log knows; of the others there is no history."""


def _register(path: str, readers: str, **orders: Answers | str) -> dict[str, Answers]:
    """Return the pages of a register: whoever reads it reads all of it, and nobody writes in it."""
    found = {
        f"{path}/": Answers(readers),
        f"{path}/add/": Answers(_NONE),
        f"{path}/{{id}}/": Answers(_LED),
        f"{path}/{{id}}/change/": Answers(readers, _NONE),
        f"{path}/{{id}}/delete/": Answers(_NONE),
        f"{path}/{{id}}/history/": Answers(_NOT_FOUND if path not in _AUDITED else "403 403 302"),
    }
    for key, answers in orders.items():
        asked = answers if isinstance(answers, Answers) else Answers(answers)
        found[f"{path}/orders/{key}/"] = asked
    if orders:
        found[f"{path}/orders/no-such-order/"] = Answers(_NOT_FOUND)
    return found


def _of_none(path: str, readers: str, **orders: Answers | str) -> dict[str, Answers]:
    """Return the pages of a register which is asked for a row that is not there."""
    led = {
        f"{path}/{{id}}/change/": Answers(readers.replace("200", "302"), _NONE),
    }
    return _register(path, readers, **orders) | led


_CLAIMED = frozenset({"moderation_case", "audit_entry"})
PAGES: dict[str, Answers] = {
    "": Answers(_ALL),
    "login/": Answers(_LED),  # they are logged in
    "second-factor/": Answers(_LED),
    "second-factor/set-up/": Answers(_LED),
    "logout/": Answers(_NO_METHOD, _ALL, frozenset({"browser_session"})),
    "jsi18n/": Answers(_ALL, _NO_METHOD),
    "password_change/": Answers(_ALL),
    "password_change/done/": Answers(_ALL, _NO_METHOD),
    "search/": Answers(_ALL),
    "autocomplete/": Answers(_NONE, _NO_METHOD),
    "r/1/{id}/": Answers(_NOT_FOUND),
    _ANY: Answers(_NOT_FOUND),
    # What has no register of its own.
    "players/{name}/": Answers(_CASES),
    "games/{game}/": Answers(_ALL),
    "games/{game}/break-glass/": Answers(_NO_METHOD, "302 403 302"),
    "games/{game}/order/": Answers(_ALL),
    # Registers; the order that writes at once needs no reason.
    "accounts/": Answers(_ALL),
    **_register("accounts/account", _ALL, sanction=_CASES, role=_AUDIT, **{"end-sessions": _CASES}),
    **_register("accounts/token", _ALL),
    **_register("accounts/app", _ALL),
    **_register("accounts/webhook", _ALL),
    **_register("accounts/report", _CASES),
    **_register("accounts/sanction", _CASES, lift=_CASES),
    **_register("accounts/appeal", _CASES, grant=_CASES, refuse=_CASES),
    **_register(
        "accounts/case",
        _CASES,
        claim=Answers(_CASES, "302 403 302", _CLAIMED),
        close=_CASES,
        release=_CASES,
    ),
    **_register("accounts/auditentry", _AUDIT),
    "store/": Answers(_ALL),
    **_register("store/game", _ALL),
    **_register("store/feedcheckpoint", _ALL),
    "games/": Answers(_ALL),
    **_of_none("games/dayofplay", _ALL),
    **_of_none("games/dayofthought", _ALL),
    **_of_none("games/suspicion", _CASES, case="404 403 404"),
    # What apps hold.
    "oauth2_provider/": Answers(_NOT_FOUND),
    **_of_none("oauth2_provider/accesstoken", _NONE),
    **_of_none("oauth2_provider/grant", _NONE),
    **_of_none("oauth2_provider/idtoken", _NONE),
    **_of_none("oauth2_provider/refreshtoken", _NONE),
}
