"""What players and the calendar can do to a clock at once: stops in stops, in zones hard to reckon.

Nobody gets time by any of it and nobody loses any (S29, S31, A28, A29); what the log says of it is
what a replay says.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import clocks
from games.engine.clocks import Bank, Fischer, OnExpiry, PerMove, QuietHours, TimeControl
from games.engine.clocks.stops import Stop, is_stopped, time_run
from games.engine.commits import replay
from games.engine.game import Status
from games.engine.seat_events import SeatKind, SeatReplaced
from games.engine.seats import Seat
from games.engine.snapshots import decode_state, encode_state
from games.engine.time_events import (
    DeadlineMoved,
    GamePaused,
    GameResumed,
    MoveReason,
    VacationEnded,
    VacationStarted,
)
from tests.engine.clocks.times import ZONES, instants, lengths, weekends, zones
from tests.engine.logbook import Log, people

DAY = 86_400
MINUTE = timedelta(minutes=1)
NEARLY_ALL_DAY = ((time(0, 1), time()), (time(12, 1), time(12)), (time(2, 30), time(2, 29)))
CONTROLS: Sequence[TimeControl] = (
    PerMove(seconds=DAY),
    Fischer(initial=2 * DAY, increment=1, cap=2 * DAY),
    Bank(allowance=3_600, bank=2 * DAY),  # less than any night
    Bank(allowance=DAY, bank=0),
    Fischer(initial=DAY, increment=0, cap=DAY, on_expiry=OnExpiry.FORFEIT),
)
controls = st.sampled_from(CONTROLS)
steps = st.timedeltas(MINUTE, timedelta(hours=40)).map(
    lambda one: timedelta(seconds=one // timedelta(seconds=1))
)
OWNER = Seat(0)


@given(instants, st.sampled_from(ZONES), st.sampled_from(NEARLY_ALL_DAY), weekends)
def test_whoever_sleeps_nearly_all_day_is_awake_at_the_deadline(due, zone, hours, weekend):
    quiet = QuietHours(zone=zone, since=hours[0], until=hours[1])
    moved = quiet.awake(due, weekend)
    assert due <= moved < due + timedelta(days=5)
    assert quiet.end_after(moved) is None
    assert moved == due or is_stopped(moved, weekend) is None


@given(instants, zones)
def test_quiet_hours_without_length_wake_nobody_up(due, zone):
    quiet = QuietHours(zone=zone, since=time(7), until=time(7))
    assert quiet.awake(due, zone) == due


@given(controls, instants, lengths, weekends)
def test_a_deadline_that_is_put_off_has_so_much_more_time(control, due, by, weekend):
    control = msgspec.structs.replace(control, weekend_pause=weekend)
    later = clocks.put_off(control, due, by)
    assert clocks.time_used(control, due, later) == by


@given(instants, zones, st.timedeltas(timedelta(), timedelta(days=9)))
def test_an_outage_over_a_weekend_takes_nothing_from_a_clock_that_rests(began, zone, length):
    """S29: what an outage gives is never less than what the clock had left when it began."""
    control = PerMove(seconds=DAY, weekend_pause=zone)
    due = clocks.deadline(control, began - timedelta(hours=20))
    assert due is not None
    if due > began + length:
        return
    moved = clocks.put_off(control, due, length)
    usual = clocks.deadline(
        control, began - timedelta(hours=20), None, [Stop(began, began + length)]
    )
    assert usual is not None
    assert moved >= usual
    assert is_stopped(moved - timedelta(microseconds=1), zone) is None or length == timedelta()


@pytest.mark.parametrize(
    ("zone", "night"),
    [
        ("Europe/Berlin", datetime(2024, 3, 31)),  # noqa: DTZ001 - the zone is added below
        ("Europe/Berlin", datetime(2024, 10, 27)),  # noqa: DTZ001
        ("Australia/Lord_Howe", datetime(2024, 4, 7)),  # noqa: DTZ001
        ("Australia/Lord_Howe", datetime(2024, 10, 6)),  # noqa: DTZ001
        ("Africa/Cairo", datetime(2024, 4, 26)),  # noqa: DTZ001
    ],
)
@pytest.mark.parametrize("begin", [time(0), time(1, 30), time(2, 15)])
@pytest.mark.parametrize("end", [time(1, 45), time(2, 30), time(3)])
def test_when_clocks_are_changed_no_minute_of_the_night_is_awake(zone, night, begin, end):
    quiet, place = QuietHours(zone=zone, since=begin, until=end), ZoneInfo(zone)
    start = night.replace(tzinfo=place).astimezone(UTC) - timedelta(hours=3)
    for minute in range(9 * 60):
        due = start + minute * MINUTE
        moved = quiet.awake(due, None)
        assert quiet.end_after(moved) is None
        assert moved == due or moved - due < timedelta(days=1, hours=2)


def begun(control: TimeControl, start: datetime, night: QuietHours | None = None) -> Log:
    log = Log(people(2), control=control)
    log.now = max(log.now, start.replace(microsecond=0))
    if night is not None:
        log.quiet_hours = {OWNER: night, Seat(1): night}
    log.start()
    return log


def left(log: Log, zone: str | None) -> timedelta:
    """Return for how long the open decision's clock still runs, from the last commit on."""
    (owed,) = log.state.owed
    assert owed.due_at is not None
    return time_run(log.commits[-1][0], owed.due_at, owed.stops, zone)


def assert_replays(log: Log) -> None:
    assert replay(log.commits) == log.state == decode_state(encode_state(log.state))


@given(st.data(), controls, instants, weekends)
def test_pauses_and_vacations_in_any_order_give_no_time_and_take_none(data, control, start, zone):
    """A28, A29, S31: a vacation in a pause, a pause in a vacation, both ended early or late."""
    control = msgspec.structs.replace(control, weekend_pause=zone)
    log = begun(control, start)
    rest = left(log, zone)
    for _ in range(data.draw(st.integers(1, 8))):
        state, before = log.state, log.commits[-1][0]
        wait = data.draw(steps)
        (owed,) = state.owed
        if owed.due_at is not None and owed.due_at <= before + wait:
            return
        log.now = before + wait
        if state.status is Status.RUNNING:
            rest -= time_run(before, log.now, owed.stops, zone)
        turn_something(data, log)
        if log.state.status is Status.RUNNING:
            assert left(log, zone) == rest
    assert_replays(log)


def turn_something(data: st.DataObject, log: Log) -> None:
    """Begin or end a pause or a vacation, perhaps both."""
    is_pause, vacation = data.draw(st.booleans()), log.state.seats[OWNER].vacation
    if is_pause and log.state.status is Status.PAUSED:
        log.commit(GameResumed())
    elif is_pause:
        log.commit(GamePaused(seat=OWNER, resume_at=log.now + timedelta(days=9)))
    elif vacation is not None:
        log.commit(VacationEnded(seat=OWNER))
    else:
        until = log.now + timedelta(days=1) + data.draw(steps)
        log.commit(VacationStarted(seat=OWNER, since=log.now, until=until))


@given(controls, instants, zones, st.integers(1, 6), st.data())
def test_vacations_that_are_ended_at_once_earn_no_nights(control, start, zone, times, data):
    """A28: however often, and wherever their planned ends would have put the deadline."""
    night = QuietHours(zone=zone, since=time(20), until=time(8))
    log = begun(control, start, night)
    (first,) = log.state.owed
    for _ in range(times):
        until = log.now + timedelta(days=1) + data.draw(steps)
        log.commit(VacationStarted(seat=OWNER, since=log.now, until=until))
        log.commit(VacationEnded(seat=OWNER))
        (owed,) = log.state.owed
        assert first.due_at is not None
        assert owed.due_at is not None
        rested = timedelta(seconds=times)
        assert first.due_at <= owed.due_at <= night.awake(first.due_at + rested, None)
        assert night.end_after(owed.due_at) is None
    assert_replays(log)


@given(controls, instants)
def test_who_takes_a_seat_over_has_its_clock_and_sleeps_at_night(control, start):
    """S31: a bank or a clock belongs to the seat, quiet hours to whoever holds it."""
    log = begun(control, start)
    before = log.state.seats[OWNER].clock
    (owed,) = log.state.owed
    night = QuietHours(zone="Asia/Kathmandu", since=time(18), until=time(9))
    log.quiet_hours = {OWNER: night}
    log.now = owed.opened_at + timedelta(minutes=30)
    log.commit(SeatReplaced(seat=OWNER, kind=SeatKind.PERSON, holder="somebody-else"))
    (new,) = log.state.owed
    assert new.due_at is not None
    assert night.end_after(new.due_at) is None
    assert log.state.seats[OWNER].clock == before or isinstance(control, Fischer)
    if isinstance(control, Fischer) and before is not None:
        clock, gained = log.state.seats[OWNER].clock, timedelta(seconds=control.increment)
        assert clock == min(before - timedelta(minutes=30) + gained, before)
    assert_replays(log)


@given(controls, instants, weekends, steps)
def test_an_outage_that_a_pause_and_a_vacation_follow_keeps_what_it_gave(
    control, start, zone, grace
):
    control = msgspec.structs.replace(control, weekend_pause=zone)
    log = begun(control, start)
    (owed,) = log.state.owed
    assert owed.due_at is not None
    began, ended = owed.due_at - timedelta(hours=1), owed.due_at + timedelta(hours=5)
    due = clocks.put_off(control, owed.due_at, ended - began + grace)
    log.now = ended
    log.commit(
        DeadlineMoved(
            seat=OWNER,
            due_at=due,
            reason=MoveReason.OUTAGE,
            stopped_from=began,
            stopped_until=ended,
        )
    )
    rest = left(log, zone)
    log.commit(GamePaused(seat=OWNER, resume_at=log.now + timedelta(days=9)))
    rest -= time_run(ended, log.commits[-1][0], (), zone)
    log.now += timedelta(days=2)
    log.commit(GameResumed())
    assert left(log, zone) == rest
    resumed = log.commits[-1][0]
    log.commit(VacationStarted(seat=OWNER, since=log.now, until=log.now + timedelta(days=3)))
    log.commit(VacationEnded(seat=OWNER))
    assert left(log, zone) == rest - time_run(resumed, log.commits[-2][0], (), zone)
    assert_replays(log)
