"""Giving an order: checked, decided and recorded like any command, and audited with it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import Q
from django.utils.crypto import salted_hmac

from accounts import clock
from accounts.moderation import audit
from accounts.moderation.actors import Actor, must, must_be_impartial
from accounts.moderation.audit import Target
from accounts.moderation.cases import must_be_worked_on
from games.engine.events import Cause
from games.engine.game import GameState
from games.engine.order_events import OrderGiven, OrderRole
from games.services.execute import Command, Committed, Decided, execute
from games.services.moderation.cases import involved_in
from games.services.moderation.orders import reasons
from games.services.moderation.orders.order import Order
from games.services.moderation.orders.refusals import StalePreviewError, WrongStatusError
from games.store.append import Append, Appended
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class GiveOrder(Command):
    """An order with who gives it and why; its first event says so."""

    needs_rules: ClassVar[bool] = False
    order: Order
    actor: Actor
    reason: str
    note: str = ""
    case: UUID | None = None
    previewed: int | None = None
    """The version for which it was previewed; for no other it is given. None: for any."""

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse what was previewed for another version, or is no order for such a game."""
        if self.previewed not in {None, loaded.state.version}:
            raise StalePreviewError(loaded.state.version)
        if loaded.state.imported:
            raise WrongStatusError("This game was not played here; its result is that of its file.")
        decided = self.order.decide(loaded)
        given = OrderGiven(
            order=self.order.kind,
            role=OrderRole(str(self.actor.role or OrderRole.OPERATOR)),
            by=opaque_id(self.actor, loaded.id),
            reason=self.reason,
        )

        def record(appending: Append, appended: Appended) -> None:
            self._record(loaded.state, given, appending, appended)

        return replace(decided, events=[given, *decided.events], beside=record)

    def _record(
        self, before: GameState, given: OrderGiven, appending: Append, appended: Appended
    ) -> None:
        """Write the row of the audit log; raise if the actor may not do this at this moment."""
        must(self.actor, self.order.permission, now=appending.at)
        must_be_impartial(self.actor, involved_in(self.game))
        _must_be_worked_on(self.actor, self.case, self.game, appending.at)
        told = {
            "events": [event.type for event in appending.events],
            "versions": [appended.first_version, appended.last_version],
            "by": given.by,
        }
        audit.record(
            self.actor,
            f"game.{self.order.kind}",
            Target("game", str(self.game)),
            now=appending.at,
            reason=self.reason,
            note=self.note,
            case=self.case,
            before=_stand(before),
            after=_stand(appending.after) | told,
        )


def _must_be_worked_on(actor: Actor, case: UUID | None, game: UUID, now: datetime) -> None:
    """Raise unless the case, if one is named, is about this game and claimed by who orders."""
    if case is not None:
        must_be_worked_on(actor, case, now=now, about=Q(game=game))


def _stand(state: GameState) -> dict[str, Any]:
    """Return what an order can change of a game, without anything hidden."""
    outcome = state.outcome
    return {
        "version": state.version,
        "status": str(state.status),
        "seats": [[str(record.kind), str(record.state)] for record in state.seats],
        "deadlines": [
            [owed.seat, None if owed.due_at is None else owed.due_at.isoformat()]
            for owed in state.owed
        ],
        "winners": None if outcome is None else list(outcome.winners),
        "result": None if outcome is None else str(outcome.reason),
    }


def opaque_id(actor: Actor, game: UUID) -> str:
    """Return what stands for somebody in the orders to one game, and in no other.

    Only the server can tell whose it is; the row of the audit log names both.
    """
    named = f"{game}/{actor.account}"
    digest = salted_hmac("herdbook.orders", named, algorithm="sha256").digest()
    return str(UUID(bytes=digest[:16], version=4))


def prepare(
    *,
    actor: Actor,
    game: UUID,
    order: Order,
    reason: str,
    note: str = "",
    case: UUID | None = None,
    previewed: int | None = None,
) -> GiveOrder:
    """Return the command of an order; raise a `StaffRefusalError` for what cannot be given."""
    must(actor, order.permission, now=clock.now())
    must_be_impartial(actor, involved_in(game))
    reasons.must_be_fit(reason, note=note, actor=actor, game=game)
    _must_be_worked_on(actor, case, game, clock.now())
    prepared = order.prepared(game)
    must_be_impartial(actor, prepared.given_to)
    return GiveOrder(
        game=game,
        cause=Cause.MODERATOR,
        order=prepared,
        actor=actor,
        reason=reason.strip(),
        note=note,
        case=case,
        previewed=previewed,
    )


def give(
    *,
    actor: Actor,
    game: UUID,
    order: Order,
    reason: str,
    note: str = "",
    case: UUID | None = None,
    previewed: int | None = None,
) -> Committed:
    """Give a game an order.

    `reason` is public and names nobody, `note` is for staff. With `previewed` it is given only if
    the game is still at that version.

    Raises a `StaffRefusalError` (`StalePreviewError`, `WrongStatusError`, `NothingToDoError`,
    `BadOrderError`, `NotPermittedError`, `ConflictOfInterestError`), or `UnknownGameError` or
    `BusyError`.
    """
    command = prepare(
        actor=actor,
        game=game,
        order=order,
        reason=reason,
        note=note,
        case=case,
        previewed=previewed,
    )
    return execute(command)
