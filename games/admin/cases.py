"""Cases and their reports: claiming one, giving it back, deciding it."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from accounts import clock
from accounts.dashboard.moderation import sanction_link
from accounts.dashboard.orders import Order, OrderedRegister, OrderForm, choice, text
from accounts.dashboard.registers import Register, actor_of, may
from accounts.moderation import cases
from accounts.moderation.actors import Actor
from accounts.moderation.case_models import Case, Report
from accounts.moderation.errors import NotClaimedError
from accounts.moderation.models import Sanction
from accounts.moderation.priority import explained
from accounts.moderation.roles import Permission


class ClaimForm(OrderForm):
    """Who works on it, and until when, is recorded anyway; whoever wants to says why."""

    reason = text("Reason, for the audit log", 500, required=False)

    field_order = ["reason", "note"]


class ReleaseForm(OrderForm):
    reason = text("Reason, for the audit log", 500)

    field_order = ["reason", "note"]


class CloseForm(OrderForm):
    outcome = choice("Outcome, as reporters are told", Case.Outcome.choices)
    reason = text("Reason, for the audit log", 500)

    field_order = ["outcome", "reason", "note"]


def _claim(actor: Actor, case: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    return cases.claim(
        actor=actor, case=case, reason=fields["reason"], note=fields["note"], now=now
    )


def _release(actor: Actor, case: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    return cases.release(
        actor=actor, case=case, reason=fields["reason"], note=fields["note"], now=now
    )


def _close(actor: Actor, case: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    return cases.close(
        actor=actor,
        case=case,
        outcome=Case.Outcome(fields["outcome"]),
        reason=fields["reason"],
        note=fields["note"],
        now=now,
    )


_ORDERS = (
    ("claim", "Claim", ClaimForm, _claim),
    ("release", "Give back", ReleaseForm, _release),
    ("close", "Close", CloseForm, _close),
)


def _outcomes(request: HttpRequest, case: Case) -> Iterator[tuple[str, str]]:
    """Yield the orders that a case can lead to, with what it is about filled in."""
    try:
        cases.must_hold(actor_of(request), case, now=clock.now())
    except NotClaimedError:
        return
    if case.subject_id is not None and may(request.user, Permission.SANCTION):
        yield "Impose a sanction", sanction_link(case.subject_id, case)
        if case.game is not None:
            mute = {"kind": str(Sanction.Kind.CHAT_MUTE), "game": str(case.game)}
            yield "Mute in this game", sanction_link(case.subject_id, case, **mute)
    if case.game is not None and may(request.user, Permission.ORDER_GAMES):
        order = reverse("admin:game_order", args=[case.game])
        yield "Order to the game", f"{order}?{urlencode({'case': str(case.id)})}"


class StateFilter(admin.SimpleListFilter):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "open"), ("closed", "closed")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() in {"open", "closed"}:
            return queryset.filter(closed_at__isnull=self.value() == "open")
        return queryset


@admin.register(Case)
class CaseAdmin(OrderedRegister):
    audited = True
    permission = Permission.READ_CASES
    about = "subject"
    list_display = ("breach", "subject", "created_at", "claimed_by", "claimed_until", "outcome")
    list_filter = (StateFilter, "breach")
    list_select_related: ClassVar = ["subject", "claimed_by"]
    search_fields = ("subject__name__startswith",)
    ordering = ("-created_at", "-id")
    fields = (
        *("breach", "subject", "inspector", "created_at", "claimed_by", "claimed_until"),
        *("priority", "reported", "outcome", "closed_by", "closed_at"),
    )
    readonly_fields = ("inspector", "priority", "reported")
    orders = tuple(
        Order(key=key, title=title, permission=Permission.WORK_CASES, form=form, apply=apply)
        for key, title, form, apply in _ORDERS
    )

    def offered(self, request: HttpRequest, row: str) -> list[tuple[str, str]]:
        """Offer what may come of a case to who works on it; nothing more once it is closed."""
        case = self.get_queryset(request).filter(pk=row, closed_at__isnull=True).first()
        if case is None:
            return []
        return [*super().offered(request, row), *_outcomes(request, case)]

    @admin.display(description="game")
    def inspector(self, case: Case) -> SafeString | str:
        if case.game is None:
            return "none"
        return format_html(
            '<a class="underline" href="{}">{}</a>',
            reverse("admin:inspector", args=[case.game]),
            case.game,
        )

    @admin.display
    def priority(self, case: Case) -> SafeString:
        found = explained([case], now=clock.now())[case.id]
        lines = ((line.points, line.text) for line in found.lines)
        return format_html(
            '<strong>{} points</strong><table class="mt-1">{}</table>',
            found.total,
            format_html_join("", '<tr><td class="pr-3 text-right">{}</td><td>{}</td></tr>', lines),
        )

    @admin.display(description="reports")
    def reported(self, case: Case) -> SafeString:
        rows = Report.objects.filter(case=case).select_related("reporter").order_by("created_at")
        return format_html_join(
            "",
            '<p><a class="underline" href="{}">{}</a> {}: {}</p>',
            (
                (
                    _of_report(one),
                    f"{one.created_at:%Y-%m-%d %H:%M}",
                    one.reporter or "nobody, or somebody who is gone",
                    one.text,
                )
                for one in rows
            ),
        )


@admin.register(Report)
class ReportAdmin(Register):
    permission = Permission.READ_CASES
    about = "case__subject"
    list_display = ("created_at", "case", "reporter")
    list_select_related: ClassVar = ["case", "reporter"]
    search_fields = ("reporter__name__startswith",)
    ordering = ("-created_at", "-id")
    fields = (
        *("case", "reporter", "created_at", "from_version", "to_version", "text"),
        *("frozen", "evidence_hash"),
    )
    readonly_fields = ("frozen",)

    @admin.display(description="evidence")
    def frozen(self, report: Report) -> SafeString:
        shown = json.dumps(report.evidence, ensure_ascii=False, indent=2)
        return format_html('<pre class="wide">{}</pre>', shown)


def _of_report(report: Report) -> str:
    return reverse("admin:accounts_report_change", args=[report.id])
