"""The menu leads to all that a role may read, and to nothing else."""

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.urls import reverse

from accounts.dashboard.navigation import navigation
from accounts.moderation.roles import STAFF_ROLES
from tests.admin.staff import browser


@pytest.mark.parametrize("role", STAFF_ROLES)
def test_the_menu_leads_to_every_register_that_a_role_may_read(database, role):
    client = browser(role)
    request = RequestFactory().get("/admin/")
    request.user = client.account
    shown = [item["link"] for group in navigation(request) for item in group["items"]]
    readable = {
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model, register in admin.site._registry.items()
        if register.has_view_permission(request)
    }
    assert len(shown) == len(set(shown))
    assert set(shown) == readable | {"/admin/"}
    page = client.page("")
    assert all(f'href="{link}"' in page for link in shown)


def test_registers_have_a_place_of_their_own_in_the_menu(database):
    request = RequestFactory().get("/admin/")
    request.user = browser().account
    assert "More" not in {group["title"] for group in navigation(request)}
