"""The calendar of an account, and the secret address that opens it."""

import logging
from datetime import datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client
from icalendar import Calendar, vDDDTypes

from accounts.models import Account, CalendarAddress
from tests.cast import API, Caller, Player, problem
from tests.tables import seated


def _address(player: Player) -> str:
    """Make an address and return its path below the base."""
    response = player.post("/me/calendar")
    assert response.status_code == 201, response.content
    path: str = urlsplit(response.json()["address"]).path
    assert path.startswith(f"{API}/calendar/")
    return path.removeprefix(API)


def _calendar(path: str) -> Calendar:
    response = Caller().get(path)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Cache-Control"] == "private, max-age=300"
    lines = response.content.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    calendar = Calendar.from_ical(response.content)
    assert isinstance(calendar, Calendar)
    return calendar


def test_it_shows_when_what_i_owe_is_due_and_nothing_more(ann, bob):
    game = seated(ann, bob, time_control={"seconds": 7200})
    decision = ann.view(game)["decision"]
    path = _address(ann)
    [event] = _calendar(path).walk("VEVENT")
    assert str(event["summary"]) == "Mow: your move is due"
    due = event["dtstart"]
    assert isinstance(due, vDDDTypes)
    assert isinstance(due.dt, datetime)
    assert due.dt.isoformat(timespec="seconds")[:19] == decision["deadline_at"][:19]
    assert due.dt.tzname() == "UTC"
    text = Caller().get(path).content.decode()
    assert game not in text
    assert bob.name not in text
    assert ann.name not in text
    assert Caller().get(path).content.decode() == text


def test_a_deadline_keeps_its_name_until_the_decision_is_made(ann, bob):
    first, _ = seated(ann, bob), seated(ann, bob)
    path = _address(ann)
    before = {str(event["uid"]) for event in _calendar(path).walk("VEVENT")}
    assert len(before) == 2
    ann.move(first)
    bob.move(first)
    after = {str(event["uid"]) for event in _calendar(path).walk("VEVENT")}
    assert len(before & after) == 1
    assert len(after) == 2


def test_an_account_that_owes_nothing_has_an_empty_calendar(ann):
    assert _calendar(_address(ann)).walk("VEVENT") == []


def test_a_second_address_voids_the_first(ann):
    first = _address(ann)
    second = _address(ann)
    assert first != second
    problem(Caller().get(first), 404, "not_found")
    _calendar(second)


def test_it_says_whether_there_is_one_and_can_be_taken_back(ann):
    assert ann.get("/me/calendar").json() == {"active": False, "created_at": None}
    path = _address(ann)
    state = ann.get("/me/calendar").json()
    assert state["active"]
    assert state["created_at"]
    for _ in range(2):
        assert ann.delete("/me/calendar").status_code == 204
    assert ann.get("/me/calendar").json() == {"active": False, "created_at": None}
    problem(Caller().get(path), 404, "not_found")


def test_unknown_and_revoked_are_the_same(ann):
    path = _address(ann)
    ann.delete("/me/calendar")
    bodies = set()
    for one in (path, "/calendar/never-made.ics", "/calendar/.ics", "/calendar/a/b.ics"):
        response = Caller().request("GET", one, headers={"Request-Id": "the-same"})
        problem(response, 404, "not_found")
        bodies.add(response.content)
    assert len(bodies) == 1


def test_it_opens_nothing_without_its_ending_and_takes_no_other_method(ann):
    path = _address(ann)
    assert Caller().get(path.removesuffix(".ics")).status_code == 404
    assert Caller().post(path, {}).status_code == 405
    assert Caller().request("HEAD", path).status_code == 200


def test_the_address_of_a_closed_account_opens_nothing(ann):
    path = _address(ann)
    assert ann.delete("/me").status_code == 204
    problem(Caller().get(path), 404, "not_found")
    assert not CalendarAddress.objects.filter(account__name=ann.name).exists()


def test_only_a_hash_is_stored_and_no_key_is_taken(ann):
    secret = _address(ann).removeprefix("/calendar/").removesuffix(".ics")
    account = Account.objects.get(name=ann.name)
    stored = CalendarAddress.objects.get(account=account)
    assert len(secret) >= 43
    assert secret.encode() not in bytes(stored.secret_hash)
    response = ann.post("/me/calendar", Idempotency_Key="k")
    problem(response, 400, "idempotency_not_supported")


def test_the_address_reaches_no_log_whatever_happens(ann, caplog, monkeypatch, settings):
    path = _address(ann)
    secret = path.removeprefix("/calendar/").removesuffix(".ics")

    def fail(*args, **kwargs):
        raise ZeroDivisionError

    with caplog.at_level(logging.DEBUG):
        _calendar(path)
        Caller().post(path, {})
        Caller().get(f"{path}?x=1")
        Caller().get(path.removesuffix(".ics"))
        monkeypatch.setattr("games.api.calendars.deadlines_of", fail)
        response = Caller().get(path)
        assert response.status_code == 500
        assert secret not in response.content.decode()
        ann.delete("/me/calendar")
        Caller().get(path)
    assert any("address.ics" in record.getMessage() for record in caplog.records)
    formatter = logging.Formatter()
    for record in caplog.records:
        assert secret not in formatter.format(record)
        assert secret not in repr(vars(record))


def test_query_count(ann, bob, django_assert_num_queries):
    path = _address(ann)
    for _ in range(3):
        seated(ann, bob)
    with django_assert_num_queries(3):  # clock, address, deadlines
        Caller().get(path)


@pytest.mark.parametrize("typed", ["/api//v1/calendar", "/api/v1//calendar", "/API/v1/Calendar"])
def test_one_that_was_mistyped_opens_nothing_and_is_logged_nowhere(ann, typed, caplog):
    secret = _address(ann).rpartition("/")[2]
    response = Client().get(f"{typed}/{secret}")
    assert response.status_code == 404
    assert secret not in response.content.decode() + caplog.text
    assert secret.removesuffix(".ics") not in caplog.text
