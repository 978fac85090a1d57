"""Accounts and tokens in the admin: to look at, not to change."""

from django.contrib import admin
from django.http import HttpRequest

from accounts.models import Account


@admin.register(Account)
class AccountAdmin(admin.ModelAdmin[Account]):
    list_display = ("name", "kind", "sandbox", "created_at", "is_active", "is_staff")
    list_filter = ("kind", "sandbox", "is_staff")
    search_fields = ("name",)
    fields = ("name", "kind", "sandbox", "created_at", "expires_at", "is_active", "is_staff")
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        return False
