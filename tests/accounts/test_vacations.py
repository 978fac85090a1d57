"""Vacation is earned, planned, begun and ended by the account's will alone (A28)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connections
from hypothesis import given
from hypothesis import strategies as st

from accounts import signals, vacations
from accounts.errors import BadVacationError, VacationBalanceError, VacationRunningError
from accounts.models import Account, AccountEvent, Vacation
from accounts.services import vacations as services
from accounts.vacations import FIRST, LEAST, MOST, Taken
from tests.accounts.people import open_person

BIRTH = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
spans = st.integers(0, 400 * 24).map(lambda hours: timedelta(hours=hours))


def left(*taken: Taken, at: datetime) -> timedelta:
    return vacations.balance(taken, first=FIRST, since=BIRTH, at=at)


@given(spans, st.lists(st.tuples(spans, spans), max_size=6), spans)
def test_a_balance_is_never_above_its_cap_and_grows_unless_it_is_spent(first, pairs, rest):
    now, taken = BIRTH + first, list[Taken]()
    for pause, asked in pairs:
        now += pause
        before = left(*taken, at=now)
        length = min(asked, before)
        if length < LEAST:
            continue
        taken.append(Taken(now, now + length))
        now += length
        assert left(*taken, at=now) == before - length
    assert timedelta() <= left(*taken, at=now) <= left(*taken, at=now + rest) <= MOST


def test_thirty_days_are_earned_in_a_year_and_thirty_can_be_held():
    assert left(at=BIRTH) == FIRST
    assert left(at=BIRTH + 73 * DAY) == FIRST + 6 * DAY
    assert left(at=BIRTH + 10_000 * DAY) == MOST


def test_a_vacation_that_was_ended_soon_costs_a_day():
    early = Taken(BIRTH, BIRTH + timedelta(minutes=5))
    assert left(early, at=BIRTH + DAY) == FIRST - DAY


@pytest.fixture
def now() -> datetime:
    """A time a year from now, when the accounts of this test have earned what they can."""
    return datetime.now(UTC) + timedelta(days=364)


@pytest.fixture
def person(database: None) -> Account:
    return Account.objects.get(name=open_person().name)


def plan(person: Account, now: datetime, days: float, start: float | None = None) -> Vacation:
    starts_at = None if start is None else now + start * DAY
    return services.plan_vacation(
        account=person.id, starts_at=starts_at, ends_at=now + (days + (start or 0)) * DAY, now=now
    )


def test_a_plan_is_replaced_by_another_and_called_off(person, now):
    plan(person, now, 2, start=3)
    kept = plan(person, now, 4, start=1)
    assert list(person.vacations.all()) == [kept]
    services.end_vacation(account=person.id, now=now)
    services.end_vacation(account=person.id, now=now)
    assert not person.vacations.exists()


def test_what_is_running_is_neither_replaced_nor_doubled(person, now):
    first = plan(person, now, 2)
    later = now + DAY
    again = services.plan_vacation(
        account=person.id, starts_at=None, ends_at=first.ends_at, now=later
    )
    assert again.id == first.id
    with pytest.raises(VacationRunningError):
        plan(person, later, 3)


@pytest.mark.parametrize(
    ("days", "start", "field"),
    [(0.9, None, "ends_at"), (-1, 2, "ends_at"), (2, -0.1, "starts_at"), (2, 366, "starts_at")],
)
def test_times_that_make_no_vacation_are_refused(person, now, days, start, field):
    with pytest.raises(BadVacationError) as refusal:
        plan(person, now, days, start)
    assert refusal.value.field == field
    assert not person.vacations.exists()


def test_nobody_takes_more_than_is_earned_and_a_refused_plan_changes_nothing(person, now):
    kept = plan(person, now, 1, start=5)
    with pytest.raises(VacationBalanceError):
        plan(person, now, 31)
    assert list(person.vacations.all()) == [kept]
    plan(person, now, 30)
    services.end_vacation(account=person.id, now=now + 10 * DAY)
    assert services.balance(person, at=now + 10 * DAY) == 20 * DAY


def test_a_throw_away_account_has_no_vacation(alice, now):
    account = Account.objects.get(name=alice.name)
    assert services.balance(account, at=now) == timedelta()
    with pytest.raises(VacationBalanceError):
        plan(account, now, 1)


def test_of_many_plans_at_once_one_stands(person, now):
    at_once = 8
    ready, refused = Barrier(at_once), list[Exception]()

    def ask(days: int) -> None:
        ready.wait()
        try:
            plan(person, now, days)
        except VacationRunningError as refusal:
            refused.append(refusal)
        finally:
            connections.close_all()

    threads = [Thread(target=ask, args=(days + 2,)) for days in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == at_once - 1
    assert person.vacations.count() == 1


class TestTurning:
    """It begins and ends when its time has come, once, and is told of in the same transaction."""

    @pytest.fixture(autouse=True)
    def heard(self) -> Iterator[list[object]]:
        heard: list[object] = []

        def hear(account: object, **_: object) -> None:
            heard.append(account)

        signals.vacation_turned.connect(hear)
        yield heard
        signals.vacation_turned.disconnect(hear)

    def test_nothing_begins_before_its_time_and_everything_once(self, person, now, heard):
        vacation = plan(person, now, 2, start=1)
        services.turn_due(now + 0.9 * DAY)
        assert person.id not in heard
        for _ in range(2):
            services.turn_due(now + DAY)
        assert heard.count(person.id) == 1
        for _ in range(2):
            services.turn_due(now + 4 * DAY)
        assert heard.count(person.id) == 2
        told = AccountEvent.objects.filter(account=person.id).order_by("sequence")
        assert [one.type for one in told] == ["vacation.started", "vacation.ended"]
        vacation.refresh_from_db()
        assert vacation.ended_at == vacation.ends_at
        assert services.unfinished(person.id) is None

    def test_one_that_nobody_saw_begins_and_ends(self, person, now, heard):
        plan(person, now, 2)
        services.turn_due(now + 9 * DAY)
        assert heard.count(person.id) == 2

    def test_what_a_listener_cannot_write_did_not_happen(self, person, now, caplog):
        def refuse(**_: object) -> None:
            raise ZeroDivisionError

        vacation = plan(person, now, 2)
        signals.vacation_turned.connect(refuse)
        try:
            services.turn_due(now)
        finally:
            signals.vacation_turned.disconnect(refuse)
        vacation.refresh_from_db()
        assert vacation.begun_at is None
        assert not AccountEvent.objects.filter(account=person.id).exists()
        assert f"account={person.id} could not begin" in caplog.text
        services.turn_due(now)
        vacation.refresh_from_db()
        assert vacation.begun_at == now
