"""Paths for accounts, below `/api/v1`."""

from django.urls import path

from accounts.api import views

urlpatterns = [path("sandbox", views.SandboxView.as_view())]
