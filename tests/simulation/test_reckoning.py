"""The simulation's own reckoning of time, which is held against the product's, by hand."""

from datetime import UTC, datetime, time, timedelta

import pytest

from games.engine.clocks import Bank, Fischer, QuietHours
from tests.simulation.reckoning import is_quiet, left_on_clock, time_run, weekends

HOUR = timedelta(hours=1)
FRIDAY_NOON = datetime(2027, 3, 26, 12, tzinfo=UTC)


def test_a_weekend_on_which_clocks_go_forward_has_forty_seven_hours():
    monday_noon = FRIDAY_NOON + timedelta(days=3)
    (saturday, sunday) = list(weekends("Europe/Berlin", FRIDAY_NOON, monday_noon))
    assert saturday == (
        datetime(2027, 3, 26, 23, tzinfo=UTC),
        datetime(2027, 3, 27, 23, tzinfo=UTC),
    )
    assert sunday[1] - saturday[0] == 47 * HOUR
    assert time_run(FRIDAY_NOON, monday_noon, [], "Europe/Berlin") == 25 * HOUR


def test_stops_that_overlap_count_once():
    stops = [(FRIDAY_NOON, FRIDAY_NOON + 2 * HOUR), (FRIDAY_NOON + HOUR, FRIDAY_NOON + 3 * HOUR)]
    assert time_run(FRIDAY_NOON, FRIDAY_NOON + 5 * HOUR, stops, None) == 2 * HOUR


@pytest.mark.parametrize(("used", "left"), [(1, 4), (3, 3), (5, 2), (9, 2)])
def test_a_fischer_clock_loses_what_was_used_and_gains_its_increment_up_to_the_cap(used, left):
    control = Fischer(initial=3 * 3600, increment=2 * 3600, cap=4 * 3600)
    assert left_on_clock(control, 4 * HOUR, used * HOUR) == left * HOUR


@pytest.mark.parametrize(("used", "left"), [(1, 3), (2, 3), (4, 1), (9, 0)])
def test_a_bank_loses_what_overran_the_allowance(used, left):
    control = Bank(allowance=2 * 3600, bank=3 * 3600)
    assert left_on_clock(control, 3 * HOUR, used * HOUR) == left * HOUR


def test_quiet_hours_end_upon_the_minute():
    hours = QuietHours(zone="Europe/Berlin", since=time(22), until=time(7))
    assert is_quiet(hours, datetime(2027, 3, 26, 21, tzinfo=UTC))
    assert not is_quiet(hours, datetime(2027, 3, 26, 6, tzinfo=UTC))
    assert not is_quiet(hours, FRIDAY_NOON)
