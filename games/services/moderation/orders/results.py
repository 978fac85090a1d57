"""Orders about how a game ends, and about its result when it has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from accounts.moderation.errors import BadOrderError, NothingToDoError
from accounts.moderation.roles import Permission
from games.engine.endings import adjudicated, annulled, broken_off
from games.engine.events import Event
from games.engine.game import Status
from games.engine.lifecycle import GameFinished
from games.engine.order_events import (
    OrderKind,
    ResultAdjudicated,
    ResultAnnulled,
    ResultRestored,
)
from games.services.execute import Decided
from games.services.moderation.orders.order import Order, find_seat, must_be
from games.services.moderation.orders.refusals import WrongStatusError
from games.store.load import Loaded

ENDED = (Status.FINISHED, Status.ABORTED)
"""A game that never began has no result to speak of."""


@dataclass(frozen=True, kw_only=True)
class Adjudicate(Order):
    """Say who wins: that ends a game, or gives one that is over another result.

    The latter is taken back by `Restore`, the former by another `Adjudicate` or by `Annul`.
    """

    kind: ClassVar[OrderKind] = OrderKind.ADJUDICATE
    permission: ClassVar[Permission] = Permission.JUDGE_GAMES
    winners: Sequence[int]
    """At least one seat; all of them for a draw. Every other seat loses."""

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse a result without winners, and the one that there is."""
        state = loaded.state
        must_be(loaded, Status.RUNNING, Status.PAUSED, *ENDED)
        if not self.winners:
            raise BadOrderError("winners", "Name a winner. To let nobody win, annul or abort it.")
        winners = {find_seat(loaded, number) for number in self.winners}
        outcome = adjudicated(state, winners)
        event: Event = GameFinished(outcome=outcome)
        if state.status.is_over:
            _must_have_started(loaded)
            if state.outcome is not None and state.outcome.winners == outcome.winners:
                raise NothingToDoError("That is the result already.")
            event = ResultAdjudicated(outcome=outcome)
        return Decided(events=[event])


@dataclass(frozen=True, kw_only=True)
class Abort(Order):
    """Break a game off. Play cannot go on after it; `Adjudicate` can still give it a result."""

    kind: ClassVar[OrderKind] = OrderKind.ABORT

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse for a game that is over."""
        must_be(loaded, Status.OPEN, Status.RUNNING, Status.PAUSED)
        return Decided(events=[broken_off(loaded.state)])


@dataclass(frozen=True, kw_only=True)
class Annul(Order):
    """Let the result of a game not count. Taken back by `Restore`."""

    kind: ClassVar[OrderKind] = OrderKind.ANNUL
    permission: ClassVar[Permission] = Permission.JUDGE_GAMES

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse where nobody has won."""
        must_be(loaded, *ENDED)
        outcome = loaded.state.outcome
        if outcome is None or not outcome.winners:
            raise NothingToDoError("There is no result that counts.")
        return Decided(events=[ResultAnnulled(outcome=annulled(loaded.state))])


@dataclass(frozen=True, kw_only=True)
class Restore(Order):
    """Take the last order about the result back, and before that the one before it."""

    kind: ClassVar[OrderKind] = OrderKind.RESTORE
    permission: ClassVar[Permission] = Permission.JUDGE_GAMES

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse where the result is that of the end of play."""
        must_be(loaded, *ENDED)
        earlier = loaded.state.earlier_outcomes
        if not earlier:
            raise NothingToDoError("No order has changed the result.")
        return Decided(events=[ResultRestored(outcome=earlier[-1])])


def _must_have_started(loaded: Loaded) -> None:
    if loaded.state.started_at is None:
        raise WrongStatusError("This game has never begun.")
