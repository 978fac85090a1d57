"""Vacations in games: the seats of an account that is away on purpose, and their clocks.

Accounts say when a vacation begins and ends. In the same transaction the games concerned are put
on a list, which is worked off game by game: at once as far as that is quick, the rest by the sweep.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import inf
from typing import ClassVar
from uuid import UUID

from accounts.services import vacations
from accounts.traces import trace_of
from games.engine.clocks import Stop
from games.engine.events import Cause, Event
from games.engine.game import GameState
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.engine.time_events import VacationEnded, VacationStarted
from games.models import VacationNews
from games.services.errors import BusyError, ServiceError
from games.services.execute import Command, Decided, execute
from games.services.play_errors import NothingDueError
from games.store import clock, holders
from games.store.consumers import Consumer
from games.store.feed import FeedEvent
from games.store.load import Loaded
from games.store.models import Holder

PAGE = 200
"""Games that one sweep tells of vacations, at most: about a second's work."""
AT_ONCE = 1.0
"""Seconds for which whoever begins or ends a vacation waits; the sweep does the rest."""
SEATING = frozenset({"SeatTaken", "SeatReplaced", "SeatReturned"})
"""Events by which an account comes to play a seat, perhaps in the midst of its vacation."""
_log = logging.getLogger("herdbook.clock")


@dataclass(frozen=True, kw_only=True)
class FollowVacation(Command):
    """Bring a seat in line with the vacation of the account that holds it."""

    absent: UUID
    vacation: Stop | None
    """That is running now, if one is."""
    passed: Stop | None
    """The last one that is over, of which the game may not have heard while it ran."""
    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Raise `NothingDueError` where nothing changes, or no vacation counts."""
        state, seat = loaded.state, loaded.seat_of(self.absent)
        if state.status.is_over or seat is None:
            raise NothingDueError
        record = state.seats[seat]
        counts = state.time_control.vacation and record.state is not SeatState.RESIGNED
        wanted = self.vacation if counts else None
        unheard = self.passed if counts and _is_unheard(state, seat, self.passed) else None
        if record.vacation == wanted and unheard is None:
            raise NothingDueError
        events: list[Event] = []
        if record.vacation is not None:
            events.append(VacationEnded(seat=seat))
        if unheard is not None:
            events += [_started(seat, unheard), VacationEnded(seat=seat)]
        if wanted is not None:
            events.append(_started(seat, wanted))
        return Decided(events=events)


def _started(seat: Seat, vacation: Stop) -> VacationStarted:
    return VacationStarted(seat=seat, since=vacation.since, until=vacation.until)


def _is_unheard(state: GameState, seat: Seat, passed: Stop | None) -> bool:
    """Answer whether a vacation should have stopped a clock that did not hear of it in time."""
    owed, record = state.owed_by(seat), state.seats[seat]
    if passed is None or owed is None or record.played_by_house or record.vacation is not None:
        return False
    if owed.due_at is None or not passed.since < owed.due_at or owed.opened_at >= passed.until:
        return False
    return all(stop.since != passed.since for stop in owed.stops)


def go_on_vacation(*, account: UUID, starts_at: datetime | None, ends_at: datetime) -> None:
    """Plan a vacation, or begin one now; raises as `accounts.services.vacations` does."""
    vacations.plan_vacation(account=account, starts_at=starts_at, ends_at=ends_at, now=clock.now())
    _see_to(account)


def end_vacation(*, account: UUID) -> None:
    """End the vacation that is running, or call off the planned one; does nothing without one."""
    vacations.end_vacation(account=account, now=clock.now())
    _see_to(account)


def _see_to(account: UUID) -> None:
    vacations.turn_due(clock.now())
    _work_off(VacationNews.objects.filter(account=account).order_by("id"), budget=AT_ONCE)


def list_games(account: UUID) -> None:
    """Put the games in which an account sits on the list, the most urgent first."""
    VacationNews.objects.bulk_create(
        VacationNews(game=game, account=account) for game in holders.games_in_play(account)
    )


def take(events: Sequence[FeedEvent]) -> None:
    """Put games on the list in which somebody sat down who is on vacation."""
    games = {event.position.game for event in events if event.type in SEATING}
    if not games:
        return
    now = clock.now()
    seated = Holder.objects.filter(
        game__in=games,
        seat__isnull=False,
        until_version__isnull=True,
        # Not only those that have been noticed to run: their list may be read before they sit.
        account__vacations__starts_at__lte=now,
        account__vacations__ended_at__isnull=True,
    )
    VacationNews.objects.bulk_create(
        VacationNews(game=game, account=account)
        for game, account in seated.values_list("game", "account").order_by("game", "account")
    )


def forget() -> None:
    """Leave everything: what is on the list is worked off, and changes nothing twice."""


CONSUMER = Consumer(
    name="vacations",
    purpose="finds who sits down while on vacation",
    take=take,
    forget=forget,
)


def sweep(now: datetime | None = None) -> AbstractSet[UUID]:
    """Begin and end what is due by `now`, and tell games of it; safe to run many times over.

    Returns the games that must wait for the next sweep to be told.
    """
    now = now or clock.now()
    while vacations.turn_due(now) >= vacations.PAGE:
        pass
    listed = list(VacationNews.objects.order_by("id")[: PAGE + 1])
    _work_off(listed[:PAGE])
    if len(listed) <= PAGE:
        return frozenset()
    return set(VacationNews.objects.values_list("game", flat=True))


def _work_off(listed: Iterable[VacationNews], *, budget: float = inf) -> int:
    until = time.monotonic() + budget
    by_account = sorted(listed, key=_account_of)
    return sum(
        _tell_games(account, list(news), until)
        for account, news in groupby(by_account, _account_of)
    )


def _account_of(news: VacationNews) -> UUID:
    return news.account


def _tell_games(account: UUID, listed: Sequence[VacationNews], until: float) -> int:
    """Let the games follow the vacation of an account, until it takes too long."""
    vacation, told = _running(account), list[VacationNews]()
    over = vacations.last_over(account)
    passed = None if over is None else Stop(over.starts_at, over.ended_at or over.ends_at)
    for news in listed:
        if time.monotonic() >= until:
            break
        told.append(news)
        if not _follows(news, vacation, passed):
            VacationNews.objects.create(game=news.game, account=account)  # behind all others
    # Whoever ended it meanwhile has listed only the games that knew the account then.
    if _running(account) == vacation:
        VacationNews.objects.filter(id__in=[news.id for news in told]).delete()
    return len(told)


def _running(account: UUID) -> Stop | None:
    vacation = vacations.present(account, now=clock.now())
    return None if vacation is None else Stop(vacation.starts_at, vacation.ends_at)


def _follows(news: VacationNews, vacation: Stop | None, passed: Stop | None) -> bool:
    """Let one game follow; return whether it is done with, not to be tried again."""
    command = FollowVacation(
        game=news.game,
        cause=Cause.SYSTEM,
        absent=news.account,
        vacation=vacation,
        passed=passed,
    )
    try:
        execute(command)
    except BusyError:
        return False
    except ServiceError:
        return True  # nothing changes there, or it is over
    except Exception as error:  # noqa: BLE001 - one broken game must not keep an account at work
        _log.error("game=%s could not learn of a vacation: %s", news.game, trace_of(error))
        return False
    return True
