"""Time controls: how they are read, and the one deadline they give."""

from datetime import UTC, datetime, timedelta

import pytest

from games.engine.clocks import (
    BadTimeControlError,
    OnExpiry,
    PerMove,
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
    ],
)
def test_a_bad_part_is_pointed_at(raw, pointer):
    with pytest.raises(BadTimeControlError) as refusal:
        parse_time_control(raw, rated_duel=False)
    assert refusal.value.pointer == pointer
    assert refusal.value.reason


def test_the_deadline_is_so_many_seconds_after_the_decision_arose():
    opened_at = datetime(2026, 3, 29, 1, 59, 59, 999_000, tzinfo=UTC)
    assert deadline(PerMove(seconds=1), opened_at) == opened_at + timedelta(seconds=1)
    assert deadline(PerMove(seconds=1_209_600), opened_at) == opened_at + timedelta(days=14)
