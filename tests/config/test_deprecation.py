"""A view or a route that is deprecated says so in every answer (RFC 9745, RFC 8594)."""

from datetime import UTC, datetime

import pytest
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.api.deprecation import Deprecation
from config.urls import urlpatterns as served
from tests.api.served import views
from tests.cast import Caller, problem

SINCE = datetime(2030, 1, 1, tzinfo=UTC)
OLD = Deprecation(
    since=SINCE, sunset=datetime(2031, 7, 1, 12, tzinfo=UTC), link="/api/v1/docs#changes"
)


class CardsView(ApiView):
    def get(self, request: Request) -> Response:
        return Response({"cards": []})


class HandsView(CardsView):
    deprecated = OLD


urlpatterns = [
    path("api/v1/cards", CardsView.as_view()),
    path("api/v1/hands", HandsView.as_view()),
    path("api/v1/kine", CardsView.as_view(deprecated=Deprecation(since=SINCE, link="/kine"))),
    *served,
]


@pytest.fixture
def caller(settings, database) -> Caller:
    settings.ROOT_URLCONF = __name__
    return Caller()


def test_a_deprecated_view_says_since_when_until_when_and_what_instead(caller):
    response = caller.get("/hands")
    assert response.status_code == 200
    assert response["Deprecation"] == "@1893456000"
    assert response["Sunset"] == "Tue, 01 Jul 2031 12:00:00 GMT"
    assert response["Link"] == '</api/v1/docs#changes>; rel="deprecation"'


def test_its_refusals_say_so_as_well(caller, settings):
    settings.HERDBOOK_LIMITS, settings.HERDBOOK_LIMIT_ANONYMOUS = True, 2
    caller.client.defaults["REMOTE_ADDR"] = "2001:db8:dead::1"
    refusals = [
        problem_with_headers(caller.post("/hands"), 405, "method_not_allowed"),
        problem_with_headers(caller.get("/hands?cow=1"), 400, "unknown_field"),
        problem_with_headers(caller.get("/hands"), 429, "rate_limited"),
    ]
    caller.token = "nonsense"
    settings.HERDBOOK_LIMITS = False
    refusals.append(problem_with_headers(caller.get("/hands"), 401, "token_invalid"))
    assert {response["Deprecation"] for response in refusals} == {"@1893456000"}


def problem_with_headers(response, status, code):
    problem(response, status, code)
    return response


def test_a_route_may_be_deprecated_alone_and_without_an_end(caller):
    response = caller.get("/kine")
    assert response["Deprecation"] == "@1893456000"
    assert response["Link"] == '</kine>; rel="deprecation"'
    assert "Sunset" not in response
    for header in ("Deprecation", "Sunset", "Link"):
        assert header not in caller.get("/cards")


def test_nothing_of_the_api_is_deprecated_now():
    assert [pattern for pattern, view in views() if view.deprecated is not None] == []
