"""Accounts, tokens, apps and webhooks in the admin: registers to look at, never to write in.

A token's secret is not stored, and the hash of it is not shown. Where a webhook leads may be a
secret as well.
"""

from typing import ClassVar
from uuid import UUID

from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import clock
from accounts.dashboard.moderation import (
    ACCOUNT_ORDERS,
    AppealAdmin,
    AuditEntryAdmin,
    SanctionAdmin,
    sanction_link,
)
from accounts.dashboard.orders import OrderedRegister
from accounts.dashboard.registers import Register, account_of, may
from accounts.models import Account, Token
from accounts.moderation import cases
from accounts.moderation.models import Appeal, AuditEntry, Sanction
from accounts.moderation.roles import Permission
from accounts.selectors import household_of
from accounts.webhooks.models import Webhook

admin.site.unregister((StaticDevice, TOTPDevice))  # their pages would show keys and codes
admin.site.unregister(Group)  # roles are flags of accounts; groups would promise what nothing reads


admin.site.register(Sanction, SanctionAdmin)
admin.site.register(Appeal, AppealAdmin)
admin.site.register(AuditEntry, AuditEntryAdmin)


@admin.register(Account)
class AccountAdmin(OrderedRegister):
    audited = True
    orders = ACCOUNT_ORDERS
    list_display = ("name", "kind", "sandbox", "created_at", "is_active", "is_staff")
    list_filter = ("kind", "sandbox", "is_staff")
    search_fields = ("name__startswith",)
    ordering = ("name",)
    readonly_fields = ("dossier",)
    fields = (
        "name",
        "dossier",
        "kind",
        "sandbox",
        "created_at",
        "expires_at",
        "is_active",
        "is_staff",
    )

    def offered(self, request: HttpRequest, row: str) -> list[tuple[str, str]]:
        """Offer a sanction for each case about them, or their owner, that who asks works on."""
        found = super().offered(request, row)
        if not may(request.user, Permission.SANCTION):
            return found
        account = UUID(row)
        about = frozenset({account}) | household_of(account)
        held = cases.held(account_of(request).id, about=about, now=clock.now())
        return [
            *(
                (f"Sanction of your case: {one.get_breach_display()}", sanction_link(account, one))
                for one in held
            ),
            *found,
        ]

    @admin.display
    def dossier(self, account: Account) -> SafeString:
        leading = '<a class="underline" href="{}">Look</a>'
        return format_html(leading, reverse("admin:dossier", args=[account.name]))


@admin.register(Token)
class TokenAdmin(Register):
    list_display = ("id", "account", "label", "created_at", "expires_at", "revoked_at")
    list_select_related: ClassVar = ["account"]
    search_fields = ("id__startswith", "account__name__startswith")
    ordering = ("id",)
    fields = ("id", "account", "label", "scopes", "created_at", "expires_at", "revoked_at")


@admin.register(Webhook)
class WebhookAdmin(Register):
    list_display = ("id", "account", "created_at", "failures", "disabled_at", "disabled_for")
    list_select_related: ClassVar = ["account"]
    list_filter = ("disabled_for",)
    search_fields = ("account__name__startswith",)
    ordering = ("-created_at", "id")
    fields = (
        "id",
        "account",
        "types",
        "created_at",
        "failures",
        "failing_since",
        "rests_until",
        "disabled_at",
        "disabled_for",
    )


class AppAdmin(Register):
    """Registered by the toolkit, which is told of it in the settings."""

    list_display = ("name", "client_id", "user", "client_type", "device_flow", "created_at")
    list_select_related: ClassVar = ["user"]
    search_fields = ("client_id__startswith", "user__name__startswith")
    ordering = ("-created_at", "id")
    fields = (
        *("name", "client_id", "user", "homepage", "client_type"),
        *("redirect_uris", "device_flow", "created_at"),
    )


class Unseen(Register):
    """What the toolkit keeps of codes and tokens: nothing in it says more than our tokens do."""

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False
