"""Time controls: how they are read, and the one deadline they give."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from games.engine.clocks import (
    BadTimeControlError,
    Fischer,
    OnExpiry,
    PerMove,
    UnknownPartError,
    deadline,
    parse_time_control,
)


def test_a_day_and_a_house_bot_are_the_default():
    default = PerMove(seconds=86_400, on_expiry=OnExpiry.HOUSE_BOT)
    assert parse_time_control(None, rated_duel=False) == default
    assert parse_time_control({}, rated_duel=False) == default


def test_a_rated_game_of_two_forfeits_unless_it_says_otherwise():
    assert parse_time_control(None, rated_duel=True).on_expiry is OnExpiry.FORFEIT
    asked = {"on_expiry": "default-move"}
    assert parse_time_control(asked, rated_duel=True).on_expiry is OnExpiry.DEFAULT_MOVE


@pytest.mark.parametrize("seconds", [1, 1_209_600])
def test_a_second_and_two_weeks_are_the_bounds(seconds):
    control = parse_time_control({"seconds": seconds}, rated_duel=False)
    assert control.longest == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ({"seconds": 0}, "/seconds"),
        ({"seconds": 1_209_601}, "/seconds"),
        ({"seconds": "60"}, "/seconds"),
        ({"seconds": True}, "/seconds"),
        ({"seconds": 1.5}, "/seconds"),
        ({"seconds": None}, "/seconds"),
        ({"on_expiry": "explode"}, "/on_expiry"),
        ({"kind": "blitz"}, "/kind"),
        ({"minutes": 1}, "/minutes"),
        ({"kind": "per_move", "increment": 1}, "/increment"),
        ({"kind": "fischer", "initial": 0}, "/initial"),
        ({"kind": "fischer", "increment": -1}, "/increment"),
        ({"kind": "fischer", "initial": 100, "cap": 99}, "/cap"),
        ({"kind": "fischer", "increment": 200, "initial": 100, "cap": 150}, "/cap"),
        ({"kind": "fischer", "increment": 0}, "/increment"),
        ({"kind": "fischer", "cap": 2_592_001}, "/cap"),
        ({"kind": "bank", "allowance": 0}, "/allowance"),
        ({"kind": "bank", "bank": -1}, "/bank"),
        ({"kind": "bank", "bank": "day"}, "/bank"),
        ({"kind": "none", "seconds": 60}, "/seconds"),
        ({"kind": "none", "weekend_pause": "UTC"}, "/weekend_pause"),
        ({"kind": "none", "quiet_hours": True}, "/quiet_hours"),
        ({"weekend_pause": "Europe/Bielefeld"}, "/weekend_pause"),
        ({"weekend_pause": "../../etc/passwd"}, "/weekend_pause"),
        ({"weekend_pause": "localtime"}, "/weekend_pause"),
        ({"weekend_pause": "x" * 65}, "/weekend_pause"),
        ({"weekend_pause": True}, "/weekend_pause"),
        ({"seconds": 43_199, "weekend_pause": "UTC"}, "/weekend_pause"),
        ({"seconds": 43_199, "quiet_hours": True}, "/quiet_hours"),
        ({"seconds": 43_199, "vacation": True}, "/vacation"),
        ({"quiet_hours": 1}, "/quiet_hours"),
        ({"pause_budget": 5}, "/pause_budget"),
        ({"pause_budget": {"seat": -1}}, "/pause_budget/seat"),
        ({"pause_budget": {"seat": 2_592_001}}, "/pause_budget/seat"),
        ({"pause_budget": {"seat": 10, "game": 9}}, "/pause_budget/game"),
        ({"pause_budget": {"seats": 10}}, "/pause_budget/seats"),
        ({"a - at `$.b": 10}, "/a - at `$.b"),
    ],
)
def test_a_bad_part_is_pointed_at(raw, pointer):
    with pytest.raises(BadTimeControlError) as refusal:
        parse_time_control(raw, rated_duel=False)
    assert refusal.value.pointer == pointer
    assert refusal.value.reason


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"seconds": 43_200, "weekend_pause": "Europe/Berlin", "pause_budget": {"seat": 86_400}},
        {"kind": "fischer"},
        {"kind": "fischer", "initial": 300, "increment": 5},
        {"kind": "fischer", "initial": 600, "increment": 0, "on_expiry": "forfeit"},
        {"kind": "bank", "allowance": 60, "bank": 0},
        {"kind": "none", "on_expiry": "forfeit", "vacation": False},
    ],
)
def test_what_is_read_is_written_whole_and_read_again_the_same(raw):
    """A26: all that is agreed on is told, and nothing of it is left to a default."""
    control = parse_time_control(raw, rated_duel=False)
    told = msgspec.to_builtins(control)
    assert all(told[name] == value for name, value in raw.items() if name != "pause_budget")
    assert {"kind", "on_expiry", "weekend_pause", "quiet_hours", "vacation", "pause_budget"} <= (
        told.keys()
    )
    assert parse_time_control(told, rated_duel=True) == control


@pytest.mark.parametrize(
    ("raw", "is_slow"),
    [
        ({"seconds": 43_199}, False),
        ({"seconds": 43_200}, True),
        ({"kind": "fischer", "initial": 43_199, "increment": 600}, False),
        ({"kind": "fischer", "initial": 43_200, "increment": 1}, True),
        ({"kind": "bank", "allowance": 60, "bank": 43_140}, True),
        ({"kind": "bank", "allowance": 60, "bank": 43_139}, False),
    ],
)
def test_people_may_sleep_and_travel_from_half_a_day_on(raw, is_slow):
    control = parse_time_control(raw, rated_duel=False)
    assert (control.quiet_hours, control.vacation) == (is_slow, is_slow)


def test_a_cap_is_never_less_than_the_start():
    control = parse_time_control({"kind": "fischer", "initial": 1_000_000}, rated_duel=False)
    assert isinstance(control, Fischer)
    assert control.cap == 1_000_000


def test_the_deadline_is_so_many_seconds_after_the_decision_arose():
    opened_at = datetime(2026, 3, 29, 1, 59, 59, 999_000, tzinfo=UTC)
    assert deadline(PerMove(seconds=1), opened_at) == opened_at + timedelta(seconds=1)
    assert deadline(PerMove(seconds=1_209_600), opened_at) == opened_at + timedelta(days=14)


@pytest.mark.parametrize(
    ("raw", "pointer", "choices"),
    [
        ({"kind": "blitz"}, "/kind", "per_move, fischer, bank, none"),
        ({"kind": 7}, "/kind", "per_move, fischer, bank, none"),
        ({"on_expiry": "lose"}, "/on_expiry", "house-bot, default-move, forfeit"),
    ],
)
def test_a_refusal_says_what_there_is_to_choose_from(raw, pointer, choices):
    with pytest.raises(BadTimeControlError) as caught:
        parse_time_control(raw, rated_duel=False)
    assert caught.value.pointer == pointer
    assert choices in caught.value.reason


@pytest.mark.parametrize(
    ("raw", "name", "known"),
    [
        ({"minutes": 3}, "minutes", "seconds"),
        ({"kind": "none", "seconds": 3}, "seconds", "for none there are: kind"),
        ({"pause_budget": {"seats": 3}}, "seats", ""),
    ],
)
def test_a_member_that_there_is_not_is_told_apart_from_a_bad_value(raw, name, known):
    with pytest.raises(UnknownPartError) as caught:
        parse_time_control(raw, rated_duel=False)
    assert f"`{name}`" in caught.value.reason
    assert known in caught.value.reason
