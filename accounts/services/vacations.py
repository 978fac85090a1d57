"""Planning a vacation, its beginning and its end. What stands still meanwhile is no matter here.

Every change locks the account's row first, so that of two at once the later one sees the other.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts import signals, vacations
from accounts.errors import (
    BadVacationError,
    TokenInvalidError,
    VacationBalanceError,
    VacationRunningError,
)
from accounts.event_data import VacationData
from accounts.event_types import EventType
from accounts.models import Account, Vacation
from accounts.services.telling import News, tell
from accounts.vacations import AHEAD, LEAST, Taken

PAGE = 200
"""Vacations that one sweep begins or finishes, at most."""
_log = logging.getLogger("herdbook.accounts")


def plan_vacation(
    *, account: UUID, starts_at: datetime | None, ends_at: datetime, now: datetime
) -> Vacation:
    """Store when the account is on vacation, from `now` on if no start is given.

    Takes the place of one that has not begun. The one that is running, asked for again, is left
    as it is. Raises `BadVacationError`, `VacationRunningError` and `VacationBalanceError`.
    """
    with transaction.atomic(durable=True):
        owner = _locked(account)
        earlier = unfinished(account)
        if earlier is not None and earlier.starts_at <= now:
            if earlier.ends_at == ends_at and starts_at in {None, earlier.starts_at}:
                return earlier
            raise VacationRunningError("You are on vacation. End it before you plan another.")
        start = now if starts_at is None else starts_at
        _must_be_possible(start, ends_at, now)
        if earlier is not None:
            earlier.delete()
        _must_be_earned(owner, ends_at - start, at=start)
        return Vacation.objects.create(account=owner, starts_at=start, ends_at=ends_at)


def _must_be_possible(start: datetime, end: datetime, now: datetime) -> None:
    if start < now:
        raise BadVacationError("starts_at", "This has passed. Leave it out to begin now.")
    if start > now + AHEAD:
        raise BadVacationError("starts_at", f"Plan a vacation {AHEAD.days} days ahead at most.")
    if end < start + LEAST:
        raise BadVacationError("ends_at", "A vacation lasts 24 hours at least.")


def _must_be_earned(owner: Account, length: timedelta, *, at: datetime) -> None:
    left = balance(owner, at=at)
    if length > left:
        hours = left // timedelta(hours=1)
        raise VacationBalanceError(f"You will have {hours} hours of vacation by then, no more.")


def end_vacation(*, account: UUID, now: datetime) -> None:
    """End the vacation that is running, or call off the one that is planned, if there is one."""
    with transaction.atomic(durable=True):
        _locked(account)
        open_one = unfinished(account)
        if open_one is None:
            return
        if open_one.starts_at > now:
            open_one.delete()
        else:
            _finish(open_one, min(now, open_one.ends_at))


def unfinished(account: UUID) -> Vacation | None:
    """Return the vacation that is running or planned, or None."""
    return Vacation.objects.filter(account=account, ended_at__isnull=True).first()


def present(account: UUID, *, now: datetime) -> Vacation | None:
    """Return the vacation that is running at `now`, or None.

    Waits for a change of it that is under way, so it is asked outside of transactions.
    """
    with transaction.atomic(durable=True):
        list(Account.objects.select_for_update(no_key=True).filter(id=account).values_list("id"))
        vacation = unfinished(account)
    if vacation is None or not vacation.starts_at <= now < vacation.ends_at:
        return None
    return vacation


def last_over(account: UUID) -> Vacation | None:
    """Return the last vacation that is over, or None."""
    over = Vacation.objects.filter(account=account, ended_at__isnull=False)
    return over.order_by("starts_at").last()


def balance(owner: Account, *, at: datetime) -> timedelta:
    """Return how much vacation an account has left at `at`; a throw-away one never has any."""
    if owner.sandbox:
        return timedelta()
    taken = [
        Taken(one.starts_at, one.ended_at or one.ends_at)
        for one in owner.vacations.order_by("starts_at")
    ]
    return vacations.balance(taken, first=vacations.FIRST, since=owner.created_at, at=at)


def turn_due(now: datetime) -> int:
    """Begin and finish the vacations whose time has come; return how many it were.

    Safe to call anywhere, at any time: each is looked at again under the lock of its account.
    """
    return sum(_turned(now, _due_to_begin, _begin)) + sum(_turned(now, _due_to_end, _run_out))


def _due_to_begin(now: datetime) -> Q:
    return Q(begun_at__isnull=True, starts_at__lte=now)


def _due_to_end(now: datetime) -> Q:
    return Q(begun_at__isnull=False, ends_at__lte=now)


def _turned(
    now: datetime, due: Callable[[datetime], Q], turn: Callable[[Vacation, datetime], None]
) -> Iterator[bool]:
    found = Vacation.objects.filter(due(now), ended_at__isnull=True).order_by("starts_at", "id")
    for id_, account in found.values_list("id", "account")[:PAGE]:
        try:
            with transaction.atomic(durable=True):
                list(Account.objects.select_for_update(no_key=True).filter(id=account))
                vacation = found.filter(id=id_).first()
                if vacation is not None:
                    turn(vacation, now)
        except Exception:  # noqa: BLE001 - one account must not keep the others on vacation
            _log.exception("account=%s could not begin or end its vacation", account)
        else:
            yield vacation is not None


def _begin(vacation: Vacation, now: datetime) -> None:
    vacation.begun_at = now
    vacation.save(update_fields=["begun_at"])
    _announce(vacation, EventType.VACATION_STARTED, vacation.starts_at)


def _run_out(vacation: Vacation, now: datetime) -> None:
    _finish(vacation, vacation.ends_at)


def _finish(vacation: Vacation, at: datetime) -> None:
    vacation.ended_at = at
    vacation.save(update_fields=["ended_at"])
    _announce(vacation, EventType.VACATION_ENDED, at)


def _announce(vacation: Vacation, event_type: EventType, at: datetime) -> None:
    """Let whoever listens write down what follows, and tell the account of it (A28)."""
    signals.vacation_turned.send(sender=None, account=vacation.account_id)
    data = VacationData(starts_at=vacation.starts_at, ends_at=vacation.ended_at or vacation.ends_at)
    dedupe = f"{event_type}/{vacation.id}"
    tell([News(account=vacation.account_id, type=event_type, at=at, data=data, dedupe=dedupe)])


def _locked(account: UUID) -> Account:
    found = Account.objects.select_for_update(no_key=True).filter(id=account).first()
    if found is None:
        raise TokenInvalidError("The account of this token is closed.")
    return found
