"""Following standing orders: one look at one plan, and the move that may come of it.

Safe to do anywhere, at any time, any number of times over: a lease keeps two workers from the same
plan, and a move is made on the version of the game on which it was chosen or not at all.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from accounts.moderation.restrictions import suspended_until
from accounts.traces import trace_of
from games.engine.errors import BadPlanError
from games.engine.events import Cause
from games.engine.game import Status
from games.engine.plans.following import Fate, Play, stands
from games.engine.plans.grammar import Plan
from games.engine.plans.reading import read_plan
from games.engine.seat_records import SeatState
from games.services.errors import ServiceError
from games.services.execute import execute
from games.services.plans import looking, rows
from games.services.plans.looking import Wanted
from games.services.plans.moving import FollowOrder
from games.services.plans.rows import Row, Trying
from games.store import load
from games.store.errors import UnknownGameError
from games.store.load import Loaded
from games.store.outlines import Outline, outlines

UNDONE = "MoveUndone"
"""The type of event that takes moves back, and with them what orders rested on."""
_AGAIN = timedelta(seconds=1)
"""Behind a move that was refused because somebody was faster."""
_SUSPENDED = timedelta(hours=1)
"""After so long it is asked again whether who gave the orders is still suspended."""
_ENDED = (Status.FINISHED, Status.ABORTED, Status.EXPIRED)
_log = logging.getLogger("herdbook.plans")


def follow_due() -> int:
    """Look at every plan that is to be looked at; return how many moves came of it.

    One that fails is logged and keeps no other waiting.
    """
    return sum(map(_followed, rows.to_wake()))


def _followed(plan: UUID) -> bool:
    try:
        return follow(plan)
    except Exception as error:  # noqa: BLE001 - its lease runs out, and it is tried again
        _log.error("plan=%s failed: %s", plan, trace_of(error))
        return False


def follow(plan: UUID) -> bool:
    """Look at one plan; return whether a move came of it."""
    row = rows.lease(plan)
    if row is None:
        return False
    try:
        loaded = load.game(row.game)
    except UnknownGameError:
        rows.drop(plan)
        return False
    if _is_dead(row, loaded):
        rows.drop(plan)
        return False
    past = outlines(row.game, after=row.since_version, until=loaded.state.version)
    row = _counted(row, past)
    if any(one.type == UNDONE for one in past):
        rows.rest(plan, fates=row.fates, ended="undone", looked=loaded.state.version)
        return False
    if not _may_play(row, loaded):
        rows.rest(plan, fates=row.fates, looked=loaded.state.version)
        return False
    try:
        orders = read_plan(row.orders, loaded.state.game_rules)
    except BadPlanError:  # given to an earlier release, whose grammar allowed more
        rows.rest(plan, fates=row.fates, ended="unreadable", looked=loaded.state.version)
        return False
    return _follow(row, orders, loaded, past)


def _follow(row: Row, orders: Plan, loaded: Loaded, past: Sequence[Outline]) -> bool:
    looked = looking.look(row, orders, row.fates, loaded, past)
    row, version, wanted = replace(row, fates=looked.fates), loaded.state.version, looked.wanted
    if wanted is None:
        rows.rest(row.id, fates=row.fates, ended=_end(orders, row.fates), looked=version)
        return False
    if wanted.at > loaded.now:
        ready_at = wanted.at if wanted.owed is None else None
        rows.rest(row.id, fates=row.fates, looked=version, wake_at=wanted.at, ready_at=ready_at)
        return False
    suspended = suspended_until(loaded.owners[row.holder].account, now=loaded.now)
    if suspended is not None:
        # The end of a suspension is no news of a game, and one that has none may be lifted.
        again = min(suspended, loaded.now + _SUSPENDED)
        rows.rest(row.id, fates=row.fates, looked=version, wake_at=again)
        return False
    return _play(row, orders, wanted, loaded)


def _play(row: Row, orders: Plan, wanted: Wanted, loaded: Loaded) -> bool:
    assert row.lease_until is not None, "leased"
    trying = Trying(loaded.state.version, wanted.chosen.order, wanted.chosen.move)
    rows.attempt(row.id, trying)
    command = FollowOrder(
        game=row.game,
        cause=Cause.PLAN,
        seat=row.seat,
        opened=None if wanted.owed is None else wanted.owed.opened,
        move=trying.move,
        version=trying.version,
        lease_until=row.lease_until,
    )
    try:
        committed = execute(command)
    except ServiceError as refusal:
        _log.info("game=%s seat=%d not followed: %s", row.game, row.seat, refusal.code)
        again = loaded.now + _AGAIN
        rows.rest(row.id, fates=row.fates, looked=trying.version, wake_at=again)
        return False
    if committed.replayed:  # its owner has answered just so
        rows.rest(row.id, fates=row.fates, looked=trying.version)
        return False
    # The feed tells of what was committed, and the plan is looked at again.
    fates = _with_play(row, trying)
    rows.rest(row.id, fates=fates, ended=_end(orders, fates), looked=trying.version)
    return True


def _end(orders: Plan, fates: Sequence[Fate]) -> str:
    """Return why all of a plan is void, if it is: nothing of it is left to be played."""
    left = any(stands(order, fate) for order, fate in zip(orders, fates, strict=True))
    return "" if left else "done"


def _is_dead(row: Row, loaded: Loaded) -> bool:
    """Answer whether these orders can never be followed again."""
    record = loaded.state.seats[row.seat]
    return (
        loaded.state.status in _ENDED
        or record.holder != row.holder
        or record.is_gone
        or record.state is SeatState.RESIGNED
    )


def _may_play(row: Row, loaded: Loaded) -> bool:
    state = loaded.state
    return (
        state.status is Status.RUNNING
        and state.rules_installed
        and state.seats[row.seat].state is SeatState.PLAYING
    )


def _counted(row: Row, past: Sequence[Outline]) -> Row:
    """Count the move that a worker was about to make, if it did before it died."""
    trying = row.trying
    if trying is None:
        return row
    # What happened first on that version, and whose it was: the move, whatever came before it.
    seated = (one for one in past if one.version > trying.version and one.seat is not None)
    first = next(seated, None)
    made = first is not None and first.cause is Cause.PLAN and first.seat == row.seat
    return replace(row, trying=None, fates=_with_play(row, trying) if made else row.fates)


def _with_play(row: Row, trying: Trying) -> list[Fate]:
    fates = list(row.fates)
    play = Play(trying.version + 1, trying.move)
    fates[trying.order] = fates[trying.order].with_play(play)
    return fates
