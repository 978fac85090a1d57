"""What is known about one player: sanctions, reports by and about them, games, tokens."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from accounts.dashboard.orders import OrderedRegister
from accounts.dashboard.registers import account_of, needs, own_of
from accounts.dashboard.site import add_page
from accounts.models import Account, Token
from accounts.moderation import sanctions
from accounts.moderation.case_models import Case
from accounts.moderation.reports import made_by
from accounts.moderation.roles import Permission
from accounts.networks.sharing import seen_together
from games.models import Suspicion
from games.services.moderation.signs.suspicions import of_account, visible_to
from games.store.models import Holder

_SHOWN = 50
"""Rows of each kind, the newest first."""
_PAIRS = 10
"""Those with the highest scores."""


@needs(Permission.READ_CASES)
def dossier(request: HttpRequest, name: str) -> HttpResponse:
    """Show all of it on one page."""
    account = Account.objects.select_related("owner").filter(name=name).first()
    if account is None:
        raise Http404
    own = own_of(request)
    context = admin.site.each_context(request) | {
        "title": f"Dossier of {account.name}",
        "account": account,
        "orders": _register().offered(request, str(account.id)),
        "bots": account.bots.order_by("name")[:_SHOWN],
        "tables": [
            _sanctions(account, own),
            _about(account, own),
            _by(account, own),
            _games(account),
            _tokens(account),
            _browsers(account),
            _seen_together(account),
            _signals(account, visible_to(account_of(request).id)),
        ],
    }
    return TemplateResponse(request, "dashboard/dossier.html", context)


add_page("players/<slug:name>/", dossier, "dossier")


def _register() -> OrderedRegister:
    register = admin.site.get_model_admin(Account)
    assert isinstance(register, OrderedRegister)
    return register


Table = Mapping[str, Any]


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> Table:
    """Each row begins with the address where there is more of it."""
    return {"title": title, "head": head, "rows": [(row[0], row[1:]) for row in rows]}


Own = frozenset[UUID]
"""Who looks, of whom nothing is shown that staff has about them."""


def _sanctions(account: Account, own: Own) -> Table:
    shown = sanctions.concerning(account.id).exclude(account__in=own)
    found = shown.order_by("-created_at", "-id")[:_SHOWN]
    rows = [
        (
            reverse("admin:accounts_sanction_change", args=[one.id]),
            *(one.created_at, one.account, one.kind, one.reason, one.ends_at, one.lifted_at),
        )
        for one in found
    ]
    return _table("Sanctions", ("since", "of", "kind", "for", "until", "lifted"), rows)


def _about(account: Account, own: Own) -> Table:
    shown = Case.objects.filter(subject=account).exclude(subject__in=own)
    found = shown.order_by("-created_at")[:_SHOWN]
    rows = [
        (
            reverse("admin:accounts_case_change", args=[one.id]),
            *(one.created_at, one.breach, one.outcome or "open"),
        )
        for one in found
    ]
    return _table("Cases about them", ("since", "breach", "outcome"), rows)


def _by(account: Account, own: Own) -> Table:
    shown = made_by(account.id).exclude(case__subject__in=own)
    found = shown.order_by("-created_at", "-id")[:_SHOWN]
    rows = [
        (
            reverse("admin:accounts_report_change", args=[one.id]),
            *(one.created_at, one.case.breach, one.case.subject, one.case.outcome or "open"),
        )
        for one in found
    ]
    return _table("Reports by them", ("at", "breach", "about", "outcome"), rows)


def _games(account: Account) -> Table:
    held = Holder.objects.filter(account=account).select_related("game")
    found = held.order_by("-game__created_at", "seat")[:_SHOWN]
    rows = [
        (
            reverse("admin:inspector", args=[one.game_id]),
            *(one.game.created_at, one.game.ruleset, one.game.status),
            "watches" if one.seat is None else f"seat {one.seat}",
            "" if one.until_version is None else f"until {one.until_version}",
        )
        for one in found
    ]
    return _table("Games", ("made", "ruleset", "status", "part", "left"), rows)


def _signals(account: Account, visible: QuerySet[Suspicion]) -> Table:
    found = visible & of_account(account.id)
    rows = [
        (
            reverse("admin:games_suspicion_change", args=[one.id]),
            *(one.scored_at, one.second if one.first_id == account.id else one.first),
            *(f"{one.score:.2f}", one.games),
        )
        for one in found.order_by("-score", "-id")[:_PAIRS]
    ]
    return _table("Signals: with whom play was unusual", ("at", "with", "score", "games"), rows)


def _seen_together(account: Account) -> Table:
    rows = [
        (reverse("admin:dossier", args=[one.name]), one.name, one.last_on.isoformat(), one.crowd)
        for one in seen_together(account.id, most=_PAIRS)
    ]
    head = ("who", "seen there last on", "accounts on that network")
    return _table("Seen on the same small networks", head, rows)


def _browsers(account: Account) -> Table:
    """Each leads to the form that ends them all."""
    form = reverse("admin:accounts_account_order", args=["end-sessions"])
    found = account.browser_sessions.filter(expire_date__gt=timezone.now())
    rows = [
        (f"{form}?ids={account.id}", one.last_used_at, one.created_at, one.expire_date)
        for one in found.order_by("-last_used_at")[:_SHOWN]
    ]
    return _table("Sessions: browsers", ("last used", "since", "until"), rows)


def _tokens(account: Account) -> Table:
    found = Token.objects.filter(account=account).order_by("-last_used_at")[:_SHOWN]
    rows = [
        (
            reverse("admin:accounts_token_change", args=[one.id]),
            *(one.last_used_at, one.label, one.id, one.created_at, one.expires_at, one.revoked_at),
        )
        for one in found
    ]
    head = ("last used", "label", "id", "made", "expires", "revoked")
    return _table("Sessions: tokens", head, rows)
