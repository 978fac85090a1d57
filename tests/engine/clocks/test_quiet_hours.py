"""Quiet hours: no deadline falls into them, in any zone and on any day."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clocks import QuietHours
from tests.engine.clocks.times import instants, weekends, zones

NIGHT = QuietHours(zone="Europe/Berlin", since=time(22), until=time(7))
hours = st.times().map(lambda one: one.replace(second=0, microsecond=0))


def berlin(year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    zone = ZoneInfo("Europe/Berlin")
    return datetime(year, month, day, hour, minute, tzinfo=zone).astimezone(UTC)


@pytest.mark.parametrize(
    ("due", "moved"),
    [
        (berlin(2026, 7, 1, 21, 59), berlin(2026, 7, 1, 21, 59)),
        (berlin(2026, 7, 1, 22), berlin(2026, 7, 2, 7)),
        (berlin(2026, 7, 2, 6, 59), berlin(2026, 7, 2, 7)),
        (berlin(2026, 7, 2, 7), berlin(2026, 7, 2, 7)),
        (berlin(2026, 3, 29, 1), berlin(2026, 3, 29, 7)),  # a night of eight hours
    ],
)
def test_a_deadline_at_night_waits_for_the_morning(due, moved):
    assert NIGHT.awake(due, None) == moved


def test_a_nap_by_day_ends_on_the_same_day():
    nap = QuietHours(zone="Europe/Berlin", since=time(13), until=time(15))
    assert nap.awake(berlin(2026, 7, 1, 14), None) == berlin(2026, 7, 1, 15)


def test_a_morning_at_the_weekend_waits_for_monday_morning():
    """Put off to Saturday, the deadline would be the only thing that counts at the weekend."""
    friday_night = berlin(2026, 7, 3, 23)
    assert NIGHT.awake(friday_night, "Europe/Berlin") == berlin(2026, 7, 6, 7)


def test_the_end_that_comes_twice_comes_after_the_deadline():
    quiet = QuietHours(zone="Europe/Berlin", since=time(1), until=time(2, 30))
    second_time = datetime(2026, 10, 25, 2, 10, tzinfo=ZoneInfo("Europe/Berlin"), fold=1)
    moved = quiet.awake(second_time.astimezone(UTC), None)
    assert moved - second_time.astimezone(UTC) == timedelta(minutes=20)


@pytest.mark.parametrize(("hour", "minute"), [(2, 0), (2, 30), (2, 59), (3, 0)])
def test_an_end_that_never_comes_is_when_clocks_are_set_forward_over_it(hour, minute):
    """02:30 does not exist in that night; the day goes on at 03:00."""
    quiet = QuietHours(zone="Europe/Berlin", since=time(22), until=time(hour, minute))
    assert quiet.awake(berlin(2026, 3, 29, 1), None) == datetime(2026, 3, 29, 1, tzinfo=UTC)


@given(instants, zones, hours, hours, weekends)
def test_a_moved_deadline_is_later_and_awake_by_less_than_four_days(
    due, zone, since, until, weekend
):
    quiet = QuietHours(zone=zone, since=since, until=until)
    moved = quiet.awake(due, weekend)
    assert quiet.end_after(moved) is None
    assert quiet.awake(moved, weekend) == moved
    if quiet.end_after(due) is None:
        assert moved == due
    else:
        assert due < moved < due + timedelta(days=4)
