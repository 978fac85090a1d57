"""Clocks of seats in the fold: only who owes is charged, exactly, and pauses give nothing back."""

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import RandomChance
from games.engine.clocks import (
    Bank,
    Fischer,
    OnExpiry,
    PerMove,
    TimeControl,
    Untimed,
    deadline,
    starting_clock,
)
from games.engine.clocks.stops import Stop, time_run
from games.engine.commits import replay
from games.engine.endings import broken_off
from games.engine.game import Status
from games.engine.owing import Owed
from games.engine.seat_events import SeatAway, SeatKind, SeatReturned
from games.engine.seats import Seat
from games.engine.snapshots import decode_state, encode_state
from games.engine.time_events import (
    DeadlineMoved,
    DecisionExpired,
    ExpiryReason,
    GamePaused,
    GameResumed,
    MoveReason,
)
from tests.engine.clocks.test_quiet_hours import NIGHT
from tests.engine.clocks.times import instants, weekends
from tests.engine.logbook import SECOND, Log, people

DAY = 86_400
HOUR = timedelta(hours=1)
FISCHER = Fischer(initial=3 * DAY, increment=3_600, cap=4 * DAY)
BANK = Bank(allowance=DAY, bank=2 * DAY)


def begun(control: TimeControl, seats: list[SeatKind] | None = None) -> Log:
    log = Log(seats or people(2), control=control)
    log.start()
    return log


def owed(log: Log) -> Owed:
    return log.state.owed[0]


def clock(log: Log, seat: int) -> timedelta:
    left = log.state.seats[seat].clock
    assert left is not None
    return left


def test_a_fischer_clock_runs_while_the_seat_owes_and_gains_with_each_decision():
    log = begun(FISCHER)
    first = owed(log)
    assert first.due_at == first.opened_at + timedelta(days=3)
    log.now = first.opened_at + 10 * HOUR
    log.move()
    assert clock(log, 0) == timedelta(days=3) - 9 * HOUR
    assert clock(log, 1) == timedelta(days=3)
    assert owed(log).due_at == log.commits[-1][0] + timedelta(days=3)


def test_a_clock_never_exceeds_its_cap():
    log = begun(Fischer(initial=100, increment=50, cap=120))
    for _ in range(4):
        log.move()
    assert clock(log, 0) == clock(log, 1) == timedelta(seconds=120)


def test_a_bank_pays_for_what_goes_beyond_the_allowance_and_is_never_filled_again():
    log = begun(BANK)
    first = owed(log)
    assert first.due_at == first.opened_at + timedelta(days=3)
    log.now = first.opened_at + timedelta(days=1)
    log.move()
    assert clock(log, 0) == timedelta(days=2)
    log.now += timedelta(days=1, hours=6)
    log.move()
    assert clock(log, 1) == timedelta(days=2) - 6 * HOUR - SECOND
    while owed(log).seat != 1:
        log.move()
    late = owed(log)
    assert late.due_at == late.opened_at + timedelta(days=3) - 6 * HOUR - SECOND


def test_who_has_used_up_a_clock_has_the_increment_from_then_on():
    log = begun(FISCHER)
    missed = owed(log)
    assert missed.due_at is not None
    log.now = missed.due_at + HOUR
    rules = log.state.game_rules
    expired = DecisionExpired(seat=missed.seat, kind="turn", reason=ExpiryReason.DEADLINE)
    default = rules.default_move(log.state.rules_state, missed.seat)
    chance = RandomChance(log.rng)
    log.commit(expired, *rules.decide(log.state.rules_state, missed.seat, default, chance))
    assert clock(log, 0) == timedelta(seconds=3_600)


def test_the_house_plays_on_nobodys_clock_and_who_returns_has_what_was_left():
    """Leaving and returning never resets a clock."""
    log = begun(FISCHER)
    missed = owed(log)
    assert missed.due_at is not None
    log.now = missed.due_at
    expired = DecisionExpired(seat=missed.seat, kind="turn", reason=ExpiryReason.DEADLINE)
    log.commit(expired, SeatAway(seat=missed.seat, strategy="normal"))
    houses = owed(log)
    assert (houses.on_clock, houses.due_at) == (False, houses.opened_at + HOUR)
    log.now += 10 * HOUR
    log.commit(SeatReturned(seat=missed.seat))
    assert clock(log, 0) == HOUR
    mine = owed(log)
    assert (mine.on_clock, mine.due_at) == (True, mine.opened_at + HOUR)


def test_house_seats_have_no_clock():
    log = begun(FISCHER, [SeatKind.PERSON, SeatKind.HOUSE])
    assert log.state.seats[1].clock is None


def test_without_a_time_limit_nothing_is_ever_due():
    log = begun(Untimed())
    assert owed(log).due_at is None
    assert not owed(log).is_due(log.now + timedelta(days=10_000))
    log.move()
    assert owed(log).due_at is None


@pytest.mark.parametrize("control", [PerMove(seconds=DAY), FISCHER, BANK], ids=str)
def test_a_pause_gives_no_time_and_takes_none(control):
    log = begun(control)
    before = owed(log)
    assert before.due_at is not None
    log.now = before.opened_at + 5 * HOUR
    log.commit(GamePaused(seat=Seat(1), resume_at=log.now + timedelta(days=3)))
    assert log.state.status is Status.PAUSED
    assert owed(log).key == before.key
    assert owed(log).due_at is None
    paused_at, log.now = log.commits[-1][0], log.now + timedelta(days=2)
    log.commit(GameResumed())
    rest = log.commits[-1][0] - paused_at
    assert owed(log).due_at == before.due_at + rest
    assert log.state.pause is None
    assert (log.state.seats[0].paused, log.state.seats[1].paused) == (timedelta(), rest)
    assert replay(log.commits) == log.state


def test_a_game_that_ends_in_a_pause_charges_for_what_was_before_it():
    log = begun(FISCHER)
    opened_at = owed(log).opened_at
    log.now = opened_at + 5 * HOUR
    log.commit(GamePaused(resume_at=log.now + timedelta(days=3)))
    log.now += timedelta(days=1)
    log.commit(broken_off(log.state))
    assert clock(log, 0) == timedelta(days=3) - 4 * HOUR
    assert (log.state.status, log.state.pause, log.state.owed) == (Status.ABORTED, None, [])


def test_a_deadline_that_was_moved_stays_where_it_was_moved():
    log = begun(FISCHER)
    before = owed(log)
    due_at = before.opened_at + timedelta(days=9)
    log.now = before.opened_at + 7 * HOUR
    log.commit(
        DeadlineMoved(
            seat=before.seat,
            due_at=due_at,
            reason=MoveReason.OUTAGE,
            stopped_from=before.opened_at + HOUR,
            stopped_until=before.opened_at + 6 * HOUR,
        )
    )
    assert (owed(log).key, owed(log).due_at) == (before.key, due_at)
    log.now = before.opened_at + 8 * HOUR
    log.move()
    assert clock(log, 0) == timedelta(days=3) - 3 * HOUR + HOUR


@pytest.mark.parametrize("reason", MoveReason)
def test_a_pause_takes_nothing_of_what_a_moved_deadline_has_given(reason):
    log = begun(FISCHER)
    before = owed(log)
    assert before.due_at is not None
    due_at = before.due_at + 7 * HOUR
    log.commit(DeadlineMoved(seat=before.seat, due_at=due_at, reason=reason))
    log.commit(GamePaused(resume_at=log.now + timedelta(days=3)))
    paused_at, log.now = log.commits[-1][0], log.now + timedelta(days=2)
    log.commit(GameResumed())
    assert owed(log).due_at == due_at + (log.commits[-1][0] - paused_at)
    assert replay(log.commits) == log.state


CONTROLS = [
    PerMove(seconds=DAY),
    FISCHER,
    BANK,
    Fischer(initial=2 * DAY, increment=0, cap=2 * DAY, on_expiry=OnExpiry.FORFEIT),
    Untimed(),
]
waits = st.timedeltas(timedelta(), timedelta(hours=30))


def left(log: Log, control: TimeControl) -> timedelta | None:
    """Return how long the open decision may still take by a clock that runs from the last commit."""
    due_at = owed(log).due_at
    if due_at is None:
        return None
    return time_run(log.commits[-1][0], due_at, (), control.weekend_pause)


@given(st.data(), st.sampled_from(CONTROLS), weekends, st.integers(2, 3))
def test_each_seat_is_charged_for_what_it_owed_and_a_replay_says_the_same(
    data, control, weekend, seats
):
    """S31: the sum of the intervals in which it owed, less all rests, to the microsecond."""
    control = msgspec.structs.replace(control, weekend_pause=weekend)
    log = begun(control, people(seats))
    charged: list[list[timedelta]] = [[] for _ in range(seats)]
    pauses: list[Stop] = []
    for _ in range(data.draw(st.integers(1, 8))):
        before = owed(log)
        if data.draw(st.booleans()):
            log.now += data.draw(waits)
            if owed(log).is_due(log.now):
                break
            due_at = owed(log).due_at
            log.commit(GamePaused(seat=Seat(0), resume_at=log.now + timedelta(days=9)))
            paused_at = log.commits[-1][0]
            rest = due_at and time_run(paused_at, due_at, (), weekend)
            log.now += data.draw(waits)
            log.commit(GameResumed())
            pauses.append(Stop(paused_at, log.commits[-1][0]))
            assert left(log, control) == rest
        log.now += data.draw(waits)
        if owed(log).is_due(log.now):
            break
        log.move()
        until = log.commits[-1][0]
        charged[before.seat].append(time_run(before.opened_at, until, pauses, weekend))
    for seat, record in enumerate(log.state.seats):
        assert record.clock == expected(control, charged[seat])
    assert replay(log.commits) == log.state == decode_state(encode_state(log.state))


def expected(control: TimeControl, charges: list[timedelta]) -> timedelta | None:
    match control:
        case Fischer():
            clock, cap = timedelta(seconds=control.initial), timedelta(seconds=control.cap)
            for used in charges:
                clock = min(cap, clock - used + timedelta(seconds=control.increment))
            return clock
        case Bank():
            allowance = timedelta(seconds=control.allowance)
            overrun = sum((max(timedelta(), used - allowance) for used in charges), timedelta())
            return timedelta(seconds=control.bank) - overrun
        case _:
            return None


@given(st.sampled_from(CONTROLS), instants)
def test_a_new_deadline_at_night_is_moved_by_an_event_of_the_same_commit(control, start):
    log = Log(people(2), control=control)
    log.now = max(log.now, start)
    log.quiet_hours = {Seat(0): NIGHT, Seat(1): NIGHT}
    state = log.start()
    (decision,) = state.owed
    moves = [event for event in log.commits[-1][1] if isinstance(event, DeadlineMoved)]
    raw = deadline(control, decision.opened_at, starting_clock(control))
    if raw is None or NIGHT.end_after(raw) is None:
        assert (moves, decision.due_at) == ([], raw)
    else:
        assert [event.seat for event in moves] == [decision.seat]
        assert decision.due_at == moves[0].due_at == NIGHT.end_after(raw)
    assert replay(log.commits) == log.state
