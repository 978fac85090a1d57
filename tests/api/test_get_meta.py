"""What the API says about itself: GET /, /errors, /time, /health."""

import re
from datetime import datetime

from config.errors import CATALOGUE
from tests.cast import Caller


def test_every_link_of_the_root_leads_somewhere(alice):
    body = Caller().get("").json()
    assert body["version"] == "1"
    for link in body["links"].values():
        assert link.startswith("/api/v1/")
        response = alice.get(link.removeprefix("/api/v1"))
        assert response.status_code in {200, 204} or link.endswith("/sandbox")


def test_the_catalogue_lists_every_code(database):
    body = Caller().get("/errors").json()
    assert [item["code"] for item in body["items"]] == list(CATALOGUE)
    for item in body["items"]:
        assert set(item) == {"code", "status", "title", "retryable"}
        # A game with an incident stays paused, however often it is asked.
        again = item["status"] in {429, 500, 503} and item["code"] != "game_incident"
        assert item["retryable"] is again


def test_the_time_is_the_database_s(database, clock):
    clock.advance(1000)
    now = Caller().get("/time").json()["now"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", now)
    ahead = datetime.fromisoformat(now).timestamp() - datetime.now().astimezone().timestamp()
    assert 990 < ahead < 1010


def test_health(database):
    assert Caller().get("/health/live").json() == {"status": "ok"}
    ready = Caller().get("/health/ready")
    assert ready.status_code == 200
    assert ready.json() == {"status": "ok", "parts": {"database": "ok", "broker": "ok"}}


def test_live_needs_no_database(database, django_assert_num_queries):
    with django_assert_num_queries(0):
        Caller().get("/health/live")
        Caller().get("")
        Caller().get("/errors")
