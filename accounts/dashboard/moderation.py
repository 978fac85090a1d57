"""Sanctions, appeals and the audit log in the dashboard, and what can be ordered about accounts."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts.dashboard.orders import Order, OrderedRegister, OrderForm, choice, number, text
from accounts.dashboard.registers import Register
from accounts.models import Account
from accounts.moderation import appeals, sanctions
from accounts.moderation.actors import Actor
from accounts.moderation.audit import TARGETS
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Case
from accounts.moderation.granting import grant_role
from accounts.moderation.logging_out import end_sessions
from accounts.moderation.models import Appeal, AuditEntry, Sanction
from accounts.moderation.roles import STAFF_ROLES, Permission, Role

_DAYS = 3650
_SHORT = 8
"""Letters of an id by which it is known again."""
_PAGES = {"game": "store_game_change"}
"""Of targets that belong to another app."""


def _linked(name: str, id_: UUID | None) -> SafeString | str:
    if id_ is None:
        return "none"
    link = '<a class="underline" href="{}">{}</a>'
    return format_html(link, reverse(f"admin:{name}", args=[id_]), id_)


def _id(label: str) -> forms.UUIDField:
    return forms.UUIDField(label=label, required=False, widget=UnfoldAdminTextInputWidget())


def sanction_link(account: UUID, case: Case, **filled: str) -> str:
    """Return the form of a sanction that comes of a case, with what it is about filled in."""
    asked = {"ids": str(account), "case": str(case.id), "reason": case.breach, **filled}
    return f"{reverse('admin:accounts_account_order', args=['sanction'])}?{urlencode(asked)}"


class ImposeForm(OrderForm):
    kind = choice("Kind", Sanction.Kind.choices)
    reason = choice("For", Breach.choices)
    public_text = text("Reason, as the account reads it", 500)
    days = number("Days; empty: until it is lifted", 1, _DAYS, required=False)
    game = _id("Only in this game (chat mute)")
    case = _id("Case")

    field_order = ["kind", "reason", "public_text", "days", "game", "case", "note"]


class WhyForm(OrderForm):
    why = text("Reason, as the account reads it", 500)

    field_order = ["why", "note"]


class EndSessionsForm(OrderForm):
    reason = text("Reason, for the audit log", 500)

    field_order = ["reason", "note"]


class RoleForm(OrderForm):
    role = choice("Role", [(str(role), str(role)) for role in (*STAFF_ROLES, Role.PLAYER)])
    reason = text("Reason, for the audit log", 500)

    field_order = ["role", "reason", "note"]


def _impose(actor: Actor, account: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    days = fields["days"]
    return sanctions.impose(
        actor=actor,
        account=account,
        kind=Sanction.Kind(fields["kind"]),
        reason=Breach(fields["reason"]),
        public_text=fields["public_text"],
        private_note=fields["note"],
        ends_at=None if days is None else now + timedelta(days=days),
        game=fields["game"],
        case=fields["case"],
        now=now,
    )


def _lift(actor: Actor, sanction: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    return sanctions.lift(
        actor=actor, sanction=sanction, why=fields["why"], note=fields["note"], now=now
    )


def _answer(granted: bool) -> Any:
    def apply(actor: Actor, appeal: UUID, fields: Mapping[str, Any], now: datetime) -> object:
        return appeals.answer(
            actor=actor,
            appeal=appeal,
            granted=granted,
            text=fields["why"],
            note=fields["note"],
            now=now,
        )

    return apply


def _grant(actor: Actor, account: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    role = Role(fields["role"])
    reason, note = fields["reason"], fields["note"]
    return grant_role(actor=actor, account=account, role=role, reason=reason, note=note, now=now)


def _end_sessions(actor: Actor, account: UUID, fields: Mapping[str, Any], now: datetime) -> object:
    return end_sessions(
        actor=actor, account=account, reason=fields["reason"], note=fields["note"], now=now
    )


ACCOUNT_ORDERS = (
    Order(
        key="sanction",
        title="Impose a sanction",
        permission=Permission.SANCTION,
        form=ImposeForm,
        apply=_impose,
        filled=("kind", "reason", "game", "case"),
    ),
    Order(
        key="end-sessions",
        title="Log out of all browsers",
        permission=Permission.SANCTION,
        form=EndSessionsForm,
        apply=_end_sessions,
    ),
    Order(
        key="role",
        title="Grant a role",
        permission=Permission.GRANT_ROLES,
        form=RoleForm,
        apply=_grant,
    ),
)


class SanctionAdmin(OrderedRegister):
    audited = True
    permission = Permission.READ_CASES
    about = "account"
    list_display = ("account", "kind", "reason", "created_at", "ends_at", "lifted_at", "by")
    list_filter = ("kind", "reason")
    list_select_related: ClassVar = ["account", "by"]
    search_fields = ("account__name__startswith",)
    ordering = ("-created_at", "-id")
    fields = (
        *("account", "kind", "of_game", "reason", "public_text", "private_note", "created_at"),
        *("ends_at", "by", "of_case", "acknowledged_at", "lifted_at", "lifted_by"),
        "lifted_reason",
    )
    readonly_fields = ("of_game", "of_case")
    orders = (
        Order(
            key="lift",
            title="Lift",
            permission=Permission.SANCTION,
            form=WhyForm,
            apply=_lift,
        ),
    )

    def known_as(self, row: Any) -> Sequence[str]:
        """Add the account, which is what changes when a sanction is imposed."""
        return [str(row.pk), str(row.account_id)]

    @admin.display(description="game")
    def of_game(self, sanction: Sanction) -> SafeString | str:
        return _linked("inspector", sanction.game)

    @admin.display(description="case")
    def of_case(self, sanction: Sanction) -> SafeString | str:
        return _linked("accounts_case_change", sanction.case)


class AppealAdmin(OrderedRegister):
    audited = True
    permission = Permission.READ_CASES
    about = "sanction__account"
    list_display = ("sanction", "account", "created_at", "answer", "answered_at", "answered_by")
    list_filter = ("answer",)
    list_select_related: ClassVar = ["sanction__account", "answered_by"]
    search_fields = ("sanction__account__name__startswith",)
    ordering = ("-created_at", "-id")
    fields = (
        *("sanction", "account", "text", "created_at"),
        *("answer", "answer_text", "answered_at", "answered_by"),
    )
    readonly_fields = ("account",)
    orders = tuple(
        Order(
            key=key,
            title=title,
            permission=Permission.ANSWER_APPEALS,
            form=WhyForm,
            apply=_answer(granted),
        )
        for key, title, granted in (
            ("grant", "Grant: the sanction is lifted", True),
            ("refuse", "Refuse: the sanction stays", False),
        )
    )

    def account(self, appeal: Appeal) -> str:
        return appeal.sanction.account.name


class AuditEntryAdmin(Register):
    permission = Permission.READ_AUDIT
    list_display = ("at", "who", "role", "action", "changed", "reason")
    search_fields = ("target__exact",)
    search_help_text = "The name of an account, or the ids of what was changed."
    ordering = ("-id",)
    fields = (
        *("at", "actor", "role", "action", "target_kind", "target", "case", "reason", "note"),
        *("before", "after", "request_id"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        named = Account.objects.filter(id=OuterRef("actor")).values("name")[:1]
        rows: QuerySet[AuditEntry] = super().get_queryset(request)
        return rows.annotate(actor_name=Subquery(named))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        """Look for what was done to something, or by somebody, each by its index."""
        term = search_term.strip()
        if not term or "\0" in term:
            return (queryset.none() if term else queryset), False
        named = Account.objects.filter(name=term).values_list("id", flat=True).first()
        meant = [*term.split(), *([] if named is None else [str(named)])]
        wanted = Q(target_kind__in=TARGETS, target__in=meant)
        if named is not None and queryset.filter(actor=named).exists():
            wanted |= Q(actor=named)
        return queryset.filter(wanted), False

    @admin.display
    def who(self, entry: AuditEntry) -> str:
        """Return the name; the row itself holds the id, which outlives it."""
        if entry.actor is None:
            return "command line"
        return str(getattr(entry, "actor_name", None) or entry.actor)

    @admin.display
    def changed(self, entry: AuditEntry) -> SafeString | str:
        """Return what was changed, with its page."""
        if entry.target_kind not in TARGETS:
            return f"{entry.target_kind} {entry.target}"
        name = _PAGES.get(entry.target_kind, f"accounts_{entry.target_kind}_change")
        where = reverse(f"admin:{name}", args=[entry.target])
        link = '<a class="underline" href="{}">{} {}</a>'
        return format_html(link, where, entry.target_kind, entry.target[:_SHORT])
