"""Signals: pairs of accounts, the most unusual first, with what was measured and where it stands."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.dashboard.orders import Order, OrderedRegister, OrderForm, choice, text
from accounts.dashboard.registers import account_of, accounts_named
from accounts.models import Account
from accounts.moderation.actors import Actor
from accounts.moderation.breaches import Breach
from accounts.moderation.roles import Permission
from accounts.selectors import household_of
from games.engine.signs.weighing import USUAL, Line
from games.engine.signs.witness import MEANINGS, Kind
from games.models import Suspicion
from games.services.moderation.signs import opening
from games.services.moderation.signs.suspicions import evidence, ids_of, visible_to

_BREACHES = (Breach.CHEATING, Breach.MULTIPLE_ACCOUNTS, Breach.OTHER)


class OpenForm(OrderForm):
    about = choice("About", [("first", "the first account"), ("second", "the second account")])
    breach = choice("For", [(str(one), str(one.label)) for one in _BREACHES])
    reason = text("Reason, for the audit log", 500)

    field_order = ["about", "breach", "reason", "note"]


def _open(actor: Actor, suspicion: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    return opening.open_case(
        actor=actor,
        suspicion=suspicion,
        is_second=fields["about"] == "second",
        breach=Breach(fields["breach"]),
        reason=fields["reason"],
        note=fields["note"],
        now=now,
    )


@admin.register(Suspicion)
class SuspicionAdmin(OrderedRegister):
    """What it shows is of games that are over, where no card is hidden any more.

    Nobody sees a pair of which they, or a bot of theirs, are one.
    """

    permission = Permission.READ_CASES
    list_display = ("score", "first", "second", "games", "scored_at")
    list_select_related: ClassVar = ["first", "second"]
    search_fields = ("first__name__startswith",)
    search_help_text = "The beginning of a name."
    ordering = ("-score", "-id")
    fields = (
        *("dossiers", "related", "games", "total", "measured", "moves", "meaning"),
        "scored_at",
    )
    readonly_fields = fields
    orders = (
        Order(
            key="case",
            title="Open a case",
            permission=Permission.WORK_CASES,
            form=OpenForm,
            apply=_open,
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Suspicion]:
        return visible_to(account_of(request).id).defer("telling")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Suspicion], search_term: str
    ) -> tuple[QuerySet[Suspicion], bool]:
        """Look for the accounts first, by their index, then for the pairs by theirs."""
        term = search_term.strip()
        if not term:
            return queryset, False
        ids = accounts_named(term)
        if len(ids) == 1:
            return queryset.filter(id__in=ids_of(ids[0])), False
        # Of many there is soon a page full in the order of scores.
        return queryset.filter(Q(first__in=ids) | Q(second__in=ids)), False

    @admin.display(description="first, second")
    def dossiers(self, pair: Suspicion) -> SafeString:
        names = ((reverse("admin:dossier", args=[one.name]), one.name) for one in _both(pair))
        return format_html_join(", ", '<a class="underline" href="{}">{}</a>', names)

    @admin.display(description="known to belong together")
    def related(self, pair: Suspicion) -> str:
        if pair.second_id in household_of(pair.first_id):
            return "yes: a bot and its owner, or two bots of one owner"
        return "no"

    @admin.display(description="score now")
    def total(self, pair: Suspicion) -> str:
        return f"{evidence(pair).score:.2f}"

    @admin.display(description="measured")
    def measured(self, pair: Suspicion) -> SafeString | str:
        """Return a line for each thing that was measured, as the priority of a case has lines."""
        names = _names(pair)
        rows = ((_points(line), names[str(by)], _said(line)) for by, line in evidence(pair).lines)
        lines = format_html_join("", '<p class="mb-2"><strong>{}</strong>: {} {}</p>', rows)
        return lines or "Too little was seen of them, or of others, to say anything."

    @admin.display(description="moves")
    def moves(self, pair: Suspicion) -> SafeString | str:
        names = _names(pair)
        rows = (
            (
                f"{one['value']:+.2f}",
                *(names.get(one["by"], "somebody"), Kind(one["kind"]).replace("_", " ")),
                reverse("admin:inspector", args=[one["game"]]),
                *(max(1, int(one["version"]) - 1), one["version"], one["game"][:8]),
            )
            for one in pair.telling
        )
        link = '<a class="underline" href="{}?version={}">before event {} of {}</a>'
        return format_html_join("", f"<p>{{}} {{}}, {{}}: {link}</p>", rows) or "none"

    @admin.display(description="what it means")
    def meaning(self, pair: Suspicion) -> str:
        return (
            "The baseline is what the same account does towards everybody else, and what everybody"
            f" does while little is known of it. What is unusual by more than {USUAL:g} standard"
            " error counts its square. It is a reason to look at the games, and proves nothing."
        )


def _both(pair: Suspicion) -> tuple[Account, Account]:
    return pair.first, pair.second


def _names(pair: Suspicion) -> Mapping[str, str]:
    return {str(one.id): one.name for one in _both(pair)}


def _points(line: Line) -> str:
    return f"{line.points:.2f} points"


def _said(line: Line) -> str:
    if line.kind is Kind.NETWORK:
        signs = f"of {line.others} others it has met {line.baseline:.0%} share one with it"
    else:
        signs = (
            f"mean {line.mean:+.3f} of {line.count:,} signs, baseline {line.baseline:+.3f}"
            f" by {line.others:,} signs towards others"
        )
    unusual = f"{line.unusual:+.2f} standard errors from it"
    return f"{MEANINGS[line.kind]} ({line.scope}): {signs}, {unusual}."
