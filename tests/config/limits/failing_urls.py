"""A path that fails, for `test_fields`."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView


class FailingView(ApiView):
    def get(self, request: Request) -> Response:
        raise ZeroDivisionError


urlpatterns = [path("api/v1/fails", FailingView.as_view())]
