"""When clocks stand still: what runs, runs in full, whatever zones, weekends and pauses do."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clocks.stops import Stop, after_running, time_run
from tests.engine.clocks.times import instants, lengths, stop_lists, weekends, zones

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
FRIDAY = datetime(2026, 3, 27, 12, tzinfo=UTC)
"""Before the weekend on which Europe puts its clocks ahead."""


def test_without_stops_a_clock_runs_straight_on():
    assert after_running(5 * DAY, FRIDAY) == FRIDAY + 5 * DAY
    assert time_run(FRIDAY, FRIDAY + 5 * DAY) == 5 * DAY


@pytest.mark.parametrize(
    ("zone", "due"),
    [
        ("UTC", datetime(2026, 3, 30, 12, tzinfo=UTC)),
        # There the weekend begins and ends earlier, and is an hour shorter.
        ("Europe/Berlin", datetime(2026, 3, 30, 11, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 3, 30, 12, tzinfo=UTC)),
    ],
)
def test_a_day_from_friday_noon_ends_on_monday(zone, due):
    assert after_running(DAY, FRIDAY, weekend=zone) == due


def test_a_stop_is_half_open():
    """Time that is used up when a stop begins was used up before it."""
    stop = Stop(FRIDAY + HOUR, FRIDAY + 3 * HOUR)
    assert after_running(HOUR, FRIDAY, [stop]) == stop.since
    assert after_running(HOUR + timedelta.resolution, FRIDAY, [stop]) == (
        stop.until + timedelta.resolution
    )
    assert after_running(HOUR, stop.since, [stop]) == stop.until + HOUR
    assert after_running(HOUR, stop.until, [stop]) == stop.until + HOUR


def test_stops_that_overlap_count_once():
    stops = [Stop(FRIDAY, FRIDAY + 2 * HOUR), Stop(FRIDAY + HOUR, FRIDAY + 3 * HOUR)]
    assert after_running(HOUR, FRIDAY, stops) == FRIDAY + 4 * HOUR
    assert time_run(FRIDAY, FRIDAY + 4 * HOUR, stops) == HOUR


@given(st.data(), instants, lengths, weekends)
def test_what_has_run_at_the_deadline_is_the_whole_length(data, since, length, weekend):
    stops = data.draw(stop_lists(since))
    due = after_running(length, since, stops, weekend)
    assert due >= since + length
    assert time_run(since, due, stops, weekend) == length


@given(st.data(), instants, lengths, lengths, weekends)
def test_more_time_never_ends_earlier(data, since, length, more, weekend):
    stops = data.draw(stop_lists(since))
    first = after_running(length, since, stops, weekend)
    assert after_running(length + more, since, stops, weekend) >= first + more


@given(st.data(), instants, lengths, weekends)
def test_a_stop_more_never_ends_earlier(data, since, length, weekend):
    stops = data.draw(stop_lists(since))
    due = after_running(length, since, stops, weekend)
    assert after_running(length, since, stops[1:], weekend) <= due
    assert after_running(length, since, stops) <= due


@given(st.data(), instants, lengths, lengths, weekends)
def test_time_that_has_run_adds_up(data, since, one, other, weekend):
    stops, middle = data.draw(stop_lists(since)), since + one
    until = middle + other
    whole = time_run(since, until, stops, weekend)
    assert timedelta() <= whole <= until - since
    assert whole == time_run(since, middle, stops, weekend) + time_run(
        middle, until, stops, weekend
    )


@given(instants, lengths, zones)
def test_no_clock_runs_out_inside_of_a_weekend(since, length, zone):
    due = after_running(length, since, weekend=zone).astimezone(ZoneInfo(zone))
    before = (due - timedelta.resolution).astimezone(ZoneInfo(zone))
    if length:
        assert before.weekday() < 5
