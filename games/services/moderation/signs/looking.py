"""Looking through games that are over: what of their moves was good for whom, added up by pair.

Each game is looked through once, and not while it runs: so what is found reveals nothing hidden,
and no move waits for it.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from uuid import UUID

from django.db import OperationalError, connection, transaction
from django.db.utils import IntegrityError

from accounts.traces import trace_of
from games.engine.seats import Seat
from games.engine.signs.reading import Commit, read
from games.models import EndedGame
from games.services.moderation.signs import suspicions
from games.services.moderation.signs.sums import Between, add
from games.store import clock, load
from games.store.load import Recorded
from games.store.models import Holder

PAGE = 200
BUDGET = 15.0
"""Seconds one run may take: half of what a task has, and a game takes a tenth of one."""
_ONE_AT_A_TIME = 0x5167_6E73
_log = logging.getLogger("herdbook.signs")


def look() -> int:
    """Look through the games on the list, for `BUDGET` at most; return how many were.

    Then see to it that the scores shown first are no older than an hour.

    One that fails is logged and not looked at again until all are (`manage.py feeds --reset`).
    """
    until = time.monotonic() + BUDGET
    listed = EndedGame.objects.filter(looked_at__isnull=True).values_list("game", flat=True)[:PAGE]
    looked = 0
    for game in list(listed):
        if time.monotonic() >= until:
            break
        looked += _looked_through(game)
    suspicions.refresh(now=clock.now())
    return looked


def _looked_through(game: UUID) -> bool:
    try:
        return look_through(game)
    except (OperationalError, IntegrityError):
        # The database went away, or an account did meanwhile: the next run finds it gone.
        return False
    except Exception as error:  # noqa: BLE001 - one game must not keep the others waiting
        _log.error("game=%s could not be looked through: %s", game, trace_of(error))
        _mark(game)
        return False


def look_through(game: UUID) -> bool:
    """Look through one game that is on the list; return whether this call did.

    A game whose rules are not installed, or that was imported, has no signs.
    """
    signs = _signs_in(game)
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_AT_A_TIME])
        if not _mark(game):
            return False
        add(signs)
        suspicions.note(game, signs, now=clock.now())
    return True


def _mark(game: UUID) -> bool:
    """Note that a game was looked through; return whether it was not before."""
    listed = EndedGame.objects.filter(game=game, looked_at__isnull=True)
    return bool(listed.update(looked_at=clock.now()))


def _signs_in(game: UUID) -> Sequence[Between]:
    log = load.events(game)
    state = load.game(game).state
    if not state.status.is_over or state.imported or not state.rules_installed:
        return []
    held = _Holders(game)
    signs: list[Between] = []
    for one in read(_commits(log)):
        giver = held.at(one.seat, one.version)
        receiver = held.at(one.sign.towards, one.version)
        if giver is not None and receiver is not None and giver != receiver:
            signs.append(Between(giver=giver, receiver=receiver, found=one))
    return signs


def _commits(log: Sequence[Recorded]) -> Iterator[Commit]:
    first = 0
    for at, events in load.commits(log):
        yield Commit(log[first].version, at, log[first].cause, events)
        first += len(events)


class _Holders:
    """Who held which seat of a game when; accounts that are no more are nobody."""

    def __init__(self, game: UUID) -> None:
        self._rows = list(Holder.objects.filter(game=game, seat__isnull=False))

    def at(self, seat: Seat, version: int) -> UUID | None:
        """Return who held a seat when the event of a version was recorded."""
        for row in self._rows:
            has_left = row.until_version is not None and row.until_version < version
            if row.seat == seat and row.since_version < version and not has_left:
                return row.account_id
        return None
