"""Puts our site into the place of the admin's."""

from django.contrib import admin
from django.contrib.admin import sites
from unfold.apps import BasicAppConfig


class DashboardConfig(BasicAppConfig):
    """The app `unfold`, with our site."""

    def ready(self) -> None:
        from accounts.dashboard.site import Dashboard

        admin.site = sites.site = Dashboard()
