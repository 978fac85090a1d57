"""What tests of orders share."""

from datetime import timedelta
from typing import Any

from accounts.moderation.actors import COMMAND_LINE, Actor
from games.engine.game import Status
from games.engine.order_events import OrderKind
from games.services.execute import Committed
from games.services.moderation.orders import giving, previewing
from games.services.moderation.orders.clocks import Extend, Pause, Resume
from games.services.moderation.orders.order import Order
from games.services.moderation.orders.previewing import Preview
from games.services.moderation.orders.results import Abort, Adjudicate, Annul, Restore
from games.services.moderation.orders.seats import ReplaceByHouse
from tests.services.table import Table, due, owed_by

WHY = "The hall lost its network."
HOUR = 3600
DAY = 24 * HOUR


def give(table: Table, order: Order, *, by: Actor = COMMAND_LINE, **fields: Any) -> Committed:
    return giving.give(
        actor=by, game=table.game, order=order, reason=fields.pop("reason", WHY), **fields
    )


def look(table: Table, order: Order, *, by: Actor = COMMAND_LINE) -> Preview:
    return previewing.preview(actor=by, game=table.game, order=order, reason=WHY)


def pause(table: Table, hours: float = 5) -> Pause:
    return Pause(resume_at=table.loaded.now + timedelta(hours=hours))


def extend(table: Table, hours: float = 5, seat: int | None = None) -> Extend:
    seat = table.owed().seat if seat is None else seat
    return Extend(seat=seat, due_at=due(owed_by(table.state, seat)) + timedelta(hours=hours))


def an_order(kind: OrderKind, table: Table) -> Order:
    """Return an order of a kind, for the game as it stands."""
    later = Extend(seat=0, due_at=table.loaded.now + timedelta(days=2))
    orders: dict[OrderKind, Order] = {
        OrderKind.PAUSE: pause(table),
        OrderKind.RESUME: Resume(),
        OrderKind.EXTEND: extend(table) if table.state.status is Status.RUNNING else later,
        OrderKind.REPLACE: ReplaceByHouse(seat=1, strategy="random"),
        OrderKind.ADJUDICATE: Adjudicate(winners=[1]),
        OrderKind.ABORT: Abort(),
        OrderKind.ANNUL: Annul(),
        OrderKind.RESTORE: Restore(),
    }
    return orders[kind]
