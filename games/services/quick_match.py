"""Playing whoever wants the same: sit down in a game that waits for somebody, or make one.

Only one game of a kind is made at a time. Its id is written down first, under a number that is
given out once; whoever finds it written makes the game unless it is there, and sits down in it.
So nobody is left over while a seat is free, however many ask at once.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.db import connection

from accounts.selectors import household_of, kept_out_by
from accounts.services.idempotency import Aim
from games.models import QuickGame
from games.services import creating, lobby, opening
from games.services.askers import Asker
from games.services.creating import WantedSeat
from games.services.errors import (
    BusyError,
    GameOverError,
    GamePausedError,
    GameStartedError,
    UnknownGameError,
)
from games.services.execute import Committed
from games.services.opening import GamePlan
from games.services.seat_errors import AlreadySeatedError, BlockedError, GameFullError
from games.store import load
from games.store.errors import UnknownGameError as NoSuchRowError

TRIES = 50
"""How often the list is looked at anew; each time somebody else was faster and has a seat."""
_PASSED = (
    BlockedError,
    GameFullError,
    GameStartedError,
    GamePausedError,
    GameOverError,
    UnknownGameError,
)
"""Why a game that waits, or waited a moment ago, is none for this account."""
# Nobody is brought together with who was suspended while they waited, and would never move, nor in
# a rated game with who has no place in one any more.
_WAITING = """
SELECT q.game FROM quick_game q JOIN game g ON g.id = q.game
WHERE q.key = %s AND g.status = 'open' AND NOT EXISTS (
  SELECT FROM holder h JOIN account a ON a.id = h.account_id
  WHERE h.game_id = g.id AND h.until_version IS NULL AND (
    a.suspended_until > herdbook.clock() OR (g.rated AND a.unrated_until > herdbook.clock())))
ORDER BY q.number
"""
KEPT = 1_000
"""So many numbers of a kind are remembered, so that none is given out twice to who is slow."""
_FORGET = """
DELETE FROM quick_game q USING game g
WHERE q.key = %s AND q.number < %s AND g.id = q.game AND g.status <> 'open'
"""


def quick_match(
    *,
    asker: Asker,
    ruleset: str,
    seats: int,
    options: dict[str, Any],
    time_control: dict[str, Any] | None = None,
    rated: bool = False,
    aim: Aim | None = None,
) -> Committed:
    """Find a seat in a game like this, or make one that waits for others.

    Who sits in such a game that has not started gets that game again, `replayed`. With `aim` so
    does a copy of the request, whatever has become of its game. Raises as `create_game` does, and
    `BusyError`.
    """
    plan = creating.plan_game(
        asker=asker,
        ruleset=ruleset,
        seats=[WantedSeat(kind="me"), *[WantedSeat(kind="open")] * (seats - 1)],
        options={"first_seat": "random", **options},
        time_control=time_control,
        rated=rated,
    )
    avoided = kept_out_by(asker.account) | household_of(asker.account)
    search = _Search(asker=asker, plan=plan, key=_key(plan), avoided=avoided, aim=aim)
    return search.run()


def _key(plan: GamePlan) -> str:
    asked = [
        plan.rules.slug,
        plan.rules.rules_version,
        len(plan.seats),
        plan.options,
        msgspec.to_builtins(plan.time_control),
        plan.rated,
    ]
    return hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode()).hexdigest()


@dataclass(kw_only=True)
class _Search:
    asker: Asker
    plan: GamePlan
    key: str
    avoided: frozenset[UUID]
    """Accounts with which this one is not brought together: whom it keeps from its games, and the
    bots and the owner of the same household."""
    aim: Aim | None
    _target: UUID = field(default_factory=uuid4)

    def run(self) -> Committed:
        if self.aim is not None:
            self._target = self.aim.take()
        for _ in range(TRIES):
            if (found := self._look()) is not None:
                return found
        raise BusyError("Too many look for the same. Send the same request again.")

    def _look(self) -> Committed | None:
        """Try everything once; None if somebody else was faster."""
        if self.aim is not None and (mine := self._try_target()) is not None:
            return mine
        last = QuickGame.objects.filter(key=self.key).order_by("-number").first()
        # Asked before the list is: a game that is made in between must be looked for anew.
        is_made = last is None or opening.made_before(last.game) is not None
        waiting = list(self._waiting())
        for game in waiting:
            if (mine := self._seated(game)) is not None:
                return mine
        for game in waiting:
            if not self._aim_at(game):
                return None
            if (taken := self._sit_down(game)) is not None:
                return taken
        next_one = self._next(last) if last is None or is_made else last.game
        if next_one is None or not self._aim_at(next_one):
            return None
        # A number whose game is not there is of somebody who makes it now, or died before.
        return self._make(next_one)

    def _try_target(self) -> Committed | None:
        """Try what this request, or a copy of it, aims at; only behind its refusal it moves on.

        A copy that had the seat meanwhile is found here; one that makes the game is helped.
        """
        if (mine := self._seated(self._target)) is not None:
            return mine
        is_written = QuickGame.objects.filter(game=self._target).exists()
        if is_written and opening.made_before(self._target) is None:
            return self._make(self._target)
        return self._sit_down(self._target)

    def _make(self, game: UUID) -> Committed | None:
        """Make the game of this id; None if somebody else has."""
        made = opening.open_game(self.plan, asker=self.asker, reserve=lambda: game)
        return None if made.replayed else made

    def _waiting(self) -> Iterator[UUID]:
        with connection.cursor() as cursor:
            cursor.execute(_WAITING, [self.key])
            for (game,) in cursor.fetchall():
                yield game

    def _next(self, last: QuickGame | None) -> UUID | None:
        """Return the id of one game more; None if another number was given out meanwhile."""
        number = last.number + 1 if last is not None else 1
        new = QuickGame(key=self.key, number=number, game=uuid4())
        if not QuickGame.objects.bulk_create([new], ignore_conflicts=True):
            return None
        with connection.cursor() as cursor:
            cursor.execute(_FORGET, [self.key, number - KEPT])
        kept = QuickGame.objects.filter(key=self.key, number=number, game=new.game)
        return new.game if kept.exists() else None

    def _sit_down(self, game: UUID) -> Committed | None:
        """Take a seat; None if that cannot be."""
        try:
            return lobby.take_seat(game=game, asker=self.asker, avoided=self.avoided)
        except AlreadySeatedError:
            return self._seated(game)
        except _PASSED:
            return None

    def _seated(self, game: UUID) -> Committed | None:
        try:
            loaded = load.game(game)
        except NoSuchRowError:
            return None
        if loaded.seat_of(self.asker.account) is None:
            return None
        return Committed(game=loaded, events=[], replayed=True)

    def _aim_at(self, game: UUID) -> bool:
        """Write down what comes next; False if a copy of the request aims elsewhere."""
        if self.aim is None:
            return True
        self._target = self.aim.move(self._target, game)
        return self._target == game
