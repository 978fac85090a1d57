"""Accounts, tokens and webhooks in the admin: registers to look at, never to write in.

A token's secret is not stored, and the hash of it is not shown. Where a webhook leads may be a
secret as well.
"""

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.paginator import InfinitePaginator

from accounts.models import Account, Token
from accounts.webhooks.models import Webhook

admin.site.unregister(Group)  # roles are flags of accounts; groups would promise what nothing reads


class Register(ModelAdmin):
    """A list that can be read and searched, however long it is, and not changed."""

    # A count of all rows takes as long as reading them; a page needs only to know of the next.
    paginator = InfinitePaginator
    show_full_result_count = False
    list_per_page = 50
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Account)
class AccountAdmin(Register):
    list_display = ("name", "kind", "sandbox", "created_at", "is_active", "is_staff")
    list_filter = ("kind", "sandbox", "is_staff")
    search_fields = ("name__startswith",)
    ordering = ("-created_at", "id")
    fields = ("name", "kind", "sandbox", "created_at", "expires_at", "is_active", "is_staff")


@admin.register(Token)
class TokenAdmin(Register):
    list_display = ("id", "account", "label", "created_at", "expires_at", "revoked_at")
    list_select_related: ClassVar = ["account"]
    search_fields = ("id__startswith", "account__name__startswith")
    ordering = ("-created_at", "id")
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
