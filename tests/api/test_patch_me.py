"""GET and PATCH /me: what an account says of itself."""

import pytest

from tests.accounts.keys import key_for
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import problem

NO_MAIL = {
    **dict.fromkeys(
        ("your_turn", "deadlines", "invitations", "game_over", "digest", "tokens", "bots"), False
    ),
    "digest_hour": 8,
}


def test_a_new_account_has_said_nothing(database):
    me = open_person().get("/me").json()
    assert me["display_name"] is None
    assert me["email"] is None
    assert me["owner"] is None
    assert me["time_zone"] == "UTC"
    assert me["notifications"] == NO_MAIL


def test_each_thing_is_changed_by_itself_and_read_back(database):
    ann = open_person(email="ann@example.org")
    before = ann.get("/me").json()
    choices = {**NO_MAIL, "your_turn": True, "game_over": True, "digest": True, "digest_hour": 0}
    for change in (
        {"display_name": "Ann of the 🐄 Hill"},
        {"time_zone": "Europe/Vienna"},
        {"quiet_hours": {"begin": "22:00", "end": "07:00"}},
        {"quiet_hours": None},
        {"notifications": choices},
    ):
        response = ann.request("PATCH", "/me", change)
        assert response.status_code == 200
        before |= change
        assert response.json() == before
        assert ann.get("/me").json() == before


@pytest.mark.parametrize(
    ("quiet", "pointer"),
    [
        ("22:00-07:00", "/quiet_hours"),
        ({"begin": "22:00"}, "/quiet_hours/end"),
        ({"begin": "24:00", "end": "07:00"}, "/quiet_hours/begin"),
        ({"begin": "2:00", "end": "07:00"}, "/quiet_hours/begin"),
        ({"begin": "22:00", "end": "7 am"}, "/quiet_hours/end"),
        ({"begin": "22:00", "end": "22:00"}, "/quiet_hours"),
        ({"begin": "07:00", "end": "19:01"}, "/quiet_hours"),
    ],
)
def test_quiet_hours_are_a_part_of_the_day(database, quiet, pointer):
    response = open_person().request("PATCH", "/me", {"quiet_hours": quiet})
    body = problem(response, 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == [pointer]


def test_choices_not_named_stay(database):
    ann = open_person()
    ann.request("PATCH", "/me", {"notifications": {"your_turn": True, "game_over": True}})
    changed = ann.request("PATCH", "/me", {"notifications": {"your_turn": False}}).json()
    assert changed["notifications"] == {**NO_MAIL, "game_over": True}


@pytest.mark.parametrize("hour", [-1, 24, 7.5, "7", True, None])
def test_the_digest_has_an_hour_of_the_day(database, hour):
    response = open_person().request("PATCH", "/me", {"notifications": {"digest_hour": hour}})
    body = problem(response, 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/notifications/digest_hour"]


def test_an_empty_change_changes_nothing(database):
    ann = open_person()
    assert ann.request("PATCH", "/me", {}).json() == ann.get("/me").json()


def test_a_display_name_can_be_taken_back(database):
    ann = open_person()
    ann.request("PATCH", "/me", {"display_name": "Ann"})
    assert ann.request("PATCH", "/me", {"display_name": None}).json()["display_name"] is None


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", " Ann", "Ann ", "x" * 41, "A\u202enn", "A\u200bnn", "A\nnn"),
        *("\u3164", "a\u2800b", "\u034f", "\ufe0f\U000e0100", 5),
    ],
)
def test_a_display_name_is_seen_as_it_is(database, name):
    response = open_person().request("PATCH", "/me", {"display_name": name})
    body = problem(response, 422, "invalid_request")
    assert {error["pointer"] for error in body["errors"]} == {"/display_name"}


@pytest.mark.parametrize("name", ["x", "Ann B.", "x" * 40, "Änne", "牛", "é"])
def test_display_names_of_all_the_world(database, name):
    changed = open_person().request("PATCH", "/me", {"display_name": name}).json()
    assert changed["display_name"] == name


@pytest.mark.parametrize(
    "zone", ["", "Vienna", "Europe", "europe/vienna", "../UTC", "/etc/passwd", "UTC+1", None, 1]
)
def test_a_time_zone_is_one_of_iana(database, zone):
    body = problem(
        open_person().request("PATCH", "/me", {"time_zone": zone}), 422, "invalid_request"
    )
    assert [error["pointer"] for error in body["errors"]] == ["/time_zone"]


@pytest.mark.parametrize("value", [1, "true", None, {}])
def test_a_choice_is_true_or_false(database, value):
    response = open_person().request("PATCH", "/me", {"notifications": {"your_turn": value}})
    body = problem(response, 422, "invalid_request")
    assert [error["pointer"] for error in body["errors"]] == ["/notifications/your_turn"]


def test_there_are_no_other_choices_and_fields(database):
    ann = open_person()
    for change in (
        {"notifications": {"spam": True}},
        {"name": "ben"},
        {"kind": "bot"},
        {"is_staff": True},
    ):
        problem(ann.request("PATCH", "/me", change), 400, "unknown_field")
    problem(ann.request("PATCH", "/me", {"password": "x"}), 422, "invalid_request")


def test_a_bot_knows_whose_it_is_and_cannot_change(database):
    ann = open_person()
    bot = bot_player(ann, open_bot(ann), "account:read")
    assert bot.get("/me").json()["owner"] == ann.name
    problem(bot.request("PATCH", "/me", {}), 403, "insufficient_scope")


def test_reading_is_not_writing(database):
    key = key_for(open_person(), "account:read")
    assert key.get("/me").status_code == 200
    problem(key.request("PATCH", "/me", {}), 403, "insufficient_scope")


def test_nobody_has_sanctions_yet(alice):
    response = alice.get("/me/sanctions")
    assert response.status_code == 200
    assert response.json() == {"items": [], "next": None}


def test_query_count(database, django_assert_num_queries):
    ann = open_person()
    with django_assert_num_queries(2):  # the token, all of the account
        ann.get("/me")
    with django_assert_num_queries(5):  # the token; in a transaction, the account and its change
        ann.request("PATCH", "/me", {"time_zone": "Europe/Vienna"})
