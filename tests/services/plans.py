"""Standing orders in tests: given through the services, followed by hand instead of a worker."""

from typing import Any

from games.services.plans import following, keeping, rows, waking
from games.services.plans.rows import Row
from games.store import consumers
from tests.services.table import Table
from tests.store.feeding import end_of_feed, go_to

ANY_MOVE: dict[str, Any] = {"move": {}, "times": None, "lasts": "game"}
"""An order that makes the first legal move, always."""


def catch_up() -> None:
    """Let the plans hear of nothing that happened until now."""
    go_to(waking.CONSUMER, end_of_feed())


def give(table: Table, seat: int, *orders: dict[str, Any], **asked: Any) -> Row | None:
    account = table.asker(seat).account
    given = keeping.give(game=table.game, account=account, orders=orders, **asked)
    return given.row


def plan_of(table: Table, seat: int) -> Row | None:
    return keeping.look_at(game=table.game, account=table.asker(seat).account).row


def known_plan(table: Table, seat: int) -> Row:
    row = plan_of(table, seat)
    assert row is not None
    return row


def hear() -> None:
    """Let the plans hear of what has happened."""
    while consumers.advance(waking.CONSUMER):
        pass


def follow(table: Table, seat: int) -> bool:
    """Let the plan of a seat hear the news and be looked at once."""
    hear()
    row = plan_of(table, seat)
    return row is not None and following.follow(row.id)


def due(table: Table) -> list[int]:
    """Return the seats whose plans are to be looked at now."""
    hear()
    woken = rows.to_wake()
    plans = ((seat, plan_of(table, seat)) for seat, one in enumerate(table.askers) if one)
    return [seat for seat, row in plans if row is not None and row.id in woken]
