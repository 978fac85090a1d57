"""The checks of the fortnight go red: for each of them a fault is planted that it must find.

A log is made by hand in which everything happens that the checks look at. As it is, they find
nothing; with one fault in the clocks, in the sweep or in what was told, they find that.
"""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from uuid import UUID, uuid4

import msgspec
import pytest

from accounts.event_types import EventType
from games.engine import clocks, evolving, owing
from games.engine.clocks import Bank, QuietHours
from games.engine.endings import broken_off
from games.engine.events import Cause
from games.engine.owing import Owed
from games.engine.seat_events import SeatAway, SeatReturned
from games.engine.seats import Seat
from games.engine.time_events import (
    DeadlineMoved,
    DecisionExpired,
    ExpiryReason,
    GamePaused,
    GameResumed,
    MoveReason,
    VacationEnded,
    VacationStarted,
)
from games.selectors import decision_ids
from games.services.askers import Asker
from games.store.load import Recorded
from tests.engine.logbook import SECOND, Log, people
from tests.simulation import judging, told
from tests.simulation.invariants import Asked, Walk
from tests.simulation.people import Player, Temper
from tests.simulation.tables import Played

HOUR = timedelta(hours=1)
MONDAY = datetime(2027, 3, 22, 8, tzinfo=UTC)
CONTROL = Bank(allowance=24 * 3_600, bank=40 * 3_600, weekend_pause="Europe/Berlin")
NIGHT = QuietHours(zone="Europe/Berlin", since=time(21), until=time(7))


class Fortnight:
    """A game of two, in which the first seat has a night."""

    def __init__(self) -> None:
        self.log = Log(people(2), control=CONTROL, limit=100)
        self.log.now = MONDAY
        self.log.quiet_hours = {Seat(0): NIGHT}
        self.players = [player(NIGHT), player(None)]
        self.sweeps: list[datetime] = []
        self.log.start()

    @property
    def owed(self) -> Owed:
        return self.log.state.owed[0]

    @property
    def due_at(self) -> datetime:
        assert self.owed.due_at is not None
        return self.owed.due_at

    def wait(self, length: timedelta) -> None:
        self.log.now += length

    def pause(self) -> None:
        self.wait(2 * HOUR)
        self.log.commit(GamePaused(seat=Seat(1), resume_at=self.log.now + 5 * HOUR))
        self.wait(5 * HOUR)
        self.log.commit(GameResumed())
        self.wait(HOUR)
        self.log.move()

    def overrun(self) -> None:
        self.wait(27 * HOUR)
        self.log.move()

    def travel(self) -> None:
        seat, since = self.owed.seat, self.log.now
        self.players[seat].vacations.append((since, since + 30 * HOUR))
        self.log.commit(VacationStarted(seat=seat, since=since, until=since + 30 * HOUR))
        self.wait(30 * HOUR)
        self.log.commit(VacationEnded(seat=seat))
        self.wait(HOUR)
        self.log.move()

    def be_away(self) -> None:
        began, ended = self.due_at - HOUR, self.due_at + HOUR
        self.log.now = ended
        self.log.commit(
            DeadlineMoved(
                seat=self.owed.seat,
                due_at=clocks.put_off(CONTROL, self.due_at, 3 * HOUR),
                reason=MoveReason.OUTAGE,
                stopped_from=began,
                stopped_until=ended,
            )
        )
        self.log.move()

    def expire(self) -> None:
        self.log.now = self.due_at + SECOND
        self.sweeps.append(self.log.now)
        seat = self.owed.seat
        self.log.commit(expired(self.owed), SeatAway(seat=seat, strategy="random"))
        self.wait(HOUR)
        self.log.commit(SeatReturned(seat=seat))
        self.wait(HOUR)
        self.log.move()

    def run(self) -> None:
        for step in (self.pause, self.overrun, self.travel, self.be_away, self.expire):
            step()

    def end(self) -> None:
        self.log.commit(broken_off(self.log.state))

    def faults(self) -> str:
        """Return what the checks find."""
        played = Played(uuid4(), "mow", "bank", list(self.players), list(self.players))
        walk = Walk(played, self.sweeps)
        walk.run(recorded(self.log))
        return "\n".join(walk.faults)


def player(quiet: QuietHours | None) -> Player:
    asker = Asker(account=uuid4(), name="somebody", is_bot=False, quiet_hours=quiet)
    return Player(asker=asker, temper=Temper.STEADY, leaves_at=MONDAY + timedelta(days=99))


def expired(owed: Owed) -> DecisionExpired:
    return DecisionExpired(seat=owed.seat, kind=owed.kind, reason=ExpiryReason.DEADLINE)


def recorded(log: Log) -> list[Recorded]:
    found: list[Recorded] = []
    for at, events in log.commits:
        is_expiry = any(isinstance(event, DecisionExpired) for event in events)
        command = uuid4()
        for event in events:
            one = Recorded(
                version=len(found) + 1,
                at=at,
                cause=Cause.EXPIRY if is_expiry else Cause.PLAYER,
                command=command,
                event=event,
            )
            found.append(one)
    return found


def test_where_nothing_is_wrong_nothing_is_found():
    fortnight = Fortnight()
    fortnight.run()
    fortnight.end()
    assert fortnight.faults() == ""


def later(length: timedelta) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        kept = clocks.deadline

        def moved(*arguments, **named):
            due_at = kept(*arguments, **named)
            return due_at and due_at + length

        patch.setattr(clocks, "deadline", moved)

    return plant


def no_weekends(patch: pytest.MonkeyPatch) -> None:
    kept = clocks.deadline
    plain = msgspec.structs.replace(CONTROL, weekend_pause=None)
    patch.setattr(clocks, "deadline", lambda _control, *rest: kept(plain, *rest))


def pauses_that_give(patch: pytest.MonkeyPatch) -> None:
    kept = owing.stopped

    def stopped(*arguments):
        owed = kept(*arguments)
        return msgspec.structs.replace(owed, due_at=owed.due_at and owed.due_at + HOUR)

    patch.setattr(owing, "stopped", stopped)


def returning_fills(name: str, value: object) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        kept = evolving._take_up

        def take_up(record):
            kept(record)
            setattr(record, name, value)

        patch.setattr(evolving, "_take_up", take_up)

    return plant


def increments_of_a_bank(patch: pytest.MonkeyPatch) -> None:
    kept = clocks.charged
    patch.setattr(clocks, "charged", lambda *arguments: kept(*arguments) + SECOND)


def vacations_that_stop_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(owing, "turned", lambda owed, *_, **__: owed)


def outages_that_are_charged(patch: pytest.MonkeyPatch) -> None:
    kept = owing.moved

    def moved(owed, event, *rest):
        bare = msgspec.structs.replace(event, stopped_from=None, stopped_until=None)
        return kept(owed, bare, *rest)

    patch.setattr(owing, "moved", moved)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (later(-HOUR), "instead of"),
        (later(HOUR), "instead of"),
        (no_weekends, "instead of"),
        (pauses_that_give, "left before a pause"),
        (returning_fills("clock", timedelta(seconds=CONTROL.bank)), "left, not"),
        (returning_fills("missed", 0), "has missed is forgotten"),
        (increments_of_a_bank, "left, not"),
        (vacations_that_stop_nothing, "left, not"),
        (outages_that_are_charged, "left, not"),
    ],
)
def test_a_clock_that_is_wrong_is_found(plant, found, monkeypatch):
    """S29, S31, A28, A29: each is a line of the clocks with a fault in it."""
    plant(monkeypatch)
    fortnight = Fortnight()
    fortnight.run()
    fortnight.end()
    assert found in fortnight.faults()


def test_a_deadline_at_a_weekend_or_at_night_is_found():
    """S29: as an outage could move it there."""
    fortnight = Fortnight()
    for days, text in ((5, "is at a weekend"), (2.6, "falls into quiet hours")):
        due_at = MONDAY.replace(hour=9) + timedelta(days=days)
        moved = DeadlineMoved(seat=Seat(0), due_at=due_at, reason=MoveReason.OUTAGE)
        fortnight.log.quiet_hours = {}
        fortnight.log.commit(moved)
        assert text in fortnight.faults()


@pytest.mark.parametrize(
    ("off", "sweep", "times", "found"),
    [
        (-HOUR, None, 1, "before its deadline"),
        (HOUR, SECOND, 1, "left what was due"),
        (SECOND, None, 2, "expired twice"),
    ],
)
def test_an_expiry_that_comes_early_late_or_twice_is_found(off, sweep, times, found):
    """S27, S29, S32"""
    fortnight = Fortnight()
    if sweep is not None:
        fortnight.sweeps.append(fortnight.due_at + sweep)
    fortnight.log.now = fortnight.due_at + off
    fortnight.sweeps.append(fortnight.log.now)
    for _ in range(times):
        fortnight.log.commit(expired(fortnight.owed))
    fortnight.end()
    assert found in fortnight.faults()


def test_an_expiry_on_vacation_and_an_answer_behind_the_deadline_are_found():
    """A28, A31"""
    fortnight = Fortnight()
    fortnight.log.now = fortnight.due_at + SECOND
    fortnight.players[0].vacations.append((MONDAY, MONDAY + timedelta(days=20)))
    fortnight.log.commit(expired(fortnight.owed))
    fortnight.log.move()
    fortnight.end()
    assert "expired on vacation" in fortnight.faults()
    assert "answered too late" in fortnight.faults()


def test_a_game_that_never_ends_is_found():
    fortnight = Fortnight()
    fortnight.run()
    assert "it is running in the end" in fortnight.faults()


class TestWhatIsTold:
    """A feed that leaves something out, or says it twice (A06, S65)."""

    def faults(self, *rows: told.Told, game: UUID, asked: Asked) -> list[str]:
        return list(told.faults({game: [asked]}, rows, [MONDAY + HOUR]))

    @pytest.fixture
    def game(self) -> UUID:
        return uuid4()

    @pytest.fixture
    def asked(self) -> Asked:
        return Asked(uuid4(), 0, 1, MONDAY, MONDAY + 2 * HOUR)

    def row(self, game: UUID, asked: Asked, type_: EventType, opened: int = 1) -> told.Told:
        decision = decision_ids.write(game, Seat(0), opened)
        return asked.account, type_, {"decision": decision, "deadline_at": "then"}

    def test_each_once_is_right(self, game, asked):
        rows = [self.row(game, asked, one) for one in told._ONCE]
        assert self.faults(*rows, game=game, asked=asked) == []

    @pytest.mark.parametrize("type_", list(told._ONCE))
    def test_twice_is_found(self, game, asked, type_):
        rows = [self.row(game, asked, one) for one in (*told._ONCE, type_)]
        (fault,) = self.faults(*rows, game=game, asked=asked)
        assert "was told 2 times" in fault

    def test_what_is_missing_is_found(self, game, asked):
        (fault,) = self.faults(game=game, asked=asked)
        assert "was told to nobody" in fault

    def test_what_was_never_owed_is_found(self, game, asked):
        rows = [self.row(game, asked, EventType.DECISION_REQUESTED, opened) for opened in (1, 2)]
        (fault,) = self.faults(*rows, game=game, asked=asked)
        assert "never owed" in fault

    def test_what_was_told_to_another_is_found(self, game, asked):
        other = Asked(uuid4(), 0, 1, MONDAY, MONDAY + 2 * HOUR)
        row = self.row(game, other, EventType.DECISION_REQUESTED)
        assert len(self.faults(row, game=game, asked=asked)) == 2


def test_what_is_only_logged_is_found():
    known = "herdbook.commands: incident=1 game=2 command=PlayMove failed: ZeroDivisionError"
    assert list(judging.logged([known], incidents=1)) == []
    assert len(list(judging.logged([known], incidents=0))) == 1
    assert list(judging.logged(["herdbook.clock: game=2 could not be expired"], incidents=0))
