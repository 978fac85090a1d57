"""Giving standing orders, looking at them, and taking them back."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from games.engine.errors import BadPlanError as NotReadError
from games.engine.plans.reading import read_plan
from games.engine.seats import Seat
from games.selectors import decision_ids
from games.services import access
from games.services.errors import BusyError, RulesNotInstalledError, ServiceError, UnknownGameError
from games.services.execute import explain
from games.services.plans import rows
from games.services.plans.rows import Row
from games.services.play_errors import BadPlanError, PlanOutOfSyncError
from games.store import load
from games.store.errors import UnknownGameError as NoSuchRowError
from games.store.load import Loaded

T = TypeVar("T")
_PATIENCE = rows.LEASE.total_seconds() + 1
_PAUSE = 0.02


@dataclass(frozen=True, kw_only=True)
class Given:
    """The game in which orders stand, and the orders of the asker's seat, if there are any."""

    game: Loaded
    row: Row | None


def give(
    *,
    game: UUID,
    account: UUID,
    orders: Sequence[Any],
    decision: str | None = None,
    version: int | None = None,
) -> Given:
    """Store orders for the account's seat, in place of those before; none ends them.

    `decision` and `version` are what they were made for, if that is said: `PlanOutOfSyncError` if
    the game has left it. Raises `ServiceError`. When it returns, no order from before is followed
    any more. Nothing is played here.
    """
    loaded, seat, holder = _own_seat(game, account)
    try:
        access.must_be_in_play(loaded)
        access.must_not_have_resigned(loaded, seat)
        if not loaded.state.rules_installed:
            raise RulesNotInstalledError
        _must_be_current(loaded, seat, decision, version)
        read_plan(orders, loaded.state.game_rules)
    except NotReadError as refusal:
        raise BadPlanError(refusal.reason, refusal.pointer) from None
    except ServiceError as refusal:
        raise explain(refusal, loaded, account) from None
    if not orders:
        _when_free(lambda: rows.delete(game=game, holder=holder) or None)
        return Given(game=loaded, row=None)
    row = _when_free(
        lambda: rows.put(
            game=game,
            holder=holder,
            seat=seat,
            orders=orders,
            version=loaded.state.version,
            at=loaded.now,
        )
    )
    return Given(game=loaded, row=row)


def look_at(*, game: UUID, account: UUID) -> Given:
    """Return the orders of the account's seat; raise `ServiceError`."""
    loaded, _, holder = _own_seat(game, account)
    return Given(game=loaded, row=rows.find(game=game, holder=holder))


def end(*, game: UUID, account: UUID) -> Given:
    """Take the orders of the account's seat back; raise `ServiceError`.

    When it returns, none of them is followed any more. To do it once more changes nothing.
    """
    loaded, _, holder = _own_seat(game, account)
    _when_free(lambda: rows.delete(game=game, holder=holder) or None)
    return Given(game=loaded, row=None)


def _own_seat(game: UUID, account: UUID) -> tuple[Loaded, Seat, str]:
    try:
        loaded = load.game(game)
    except NoSuchRowError:
        raise UnknownGameError from None
    seat = access.find_seat(loaded, account)
    holder = loaded.state.seats[seat].holder
    assert holder is not None, "a seat that was found by its holder"
    return loaded, seat, holder


def _must_be_current(loaded: Loaded, seat: Seat, decision: str | None, version: int | None) -> None:
    if version is not None and version != loaded.state.version:
        raise PlanOutOfSyncError
    if decision is None:
        return
    owed = loaded.state.owed_by(seat)
    named = decision_ids.read(decision, game_id=loaded.id)
    if owed is None or named != (seat, owed.opened):
        raise PlanOutOfSyncError


def _when_free(attempt: Callable[[], T | None]) -> T:
    """Return what `attempt` does once no worker follows the plan; raise `BusyError`.

    That takes milliseconds, or after the death of a worker as long as its lease.
    """
    until = time.monotonic() + _PATIENCE
    while (done := attempt()) is None:
        if time.monotonic() > until:
            raise BusyError
        time.sleep(_PAUSE)
    return done


def order_state(row: Row, number: int) -> str:
    """Return how an order stands: `standing`, `waiting` for the one before it, `done` or `void`."""
    order, fate = row.orders[number], row.fates[number]
    times = order.get("times", 1)
    if times is not None and fate.played >= times:
        return "done"
    if fate.void is not None or row.ended:
        return "void"
    after = order.get("after")
    return "waiting" if after is not None and not row.fates[after].played else "standing"
