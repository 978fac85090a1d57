"""Whose standing orders made an event happen; its cause alone says that somebody's did."""

import json
from typing import NamedTuple

from games.engine.seat_events import SeatKind
from games.engine.seats import Seat


class Planner(NamedTuple):
    """The seat whose standing orders made something happen."""

    seat: Seat
    is_bot: bool
    """Whether its owner then was a bot account."""
    is_holder: bool
    """Whether its owner then still holds the seat, and nobody has taken it over."""


# The first event of a commit that is a seat's is its move; few come before it, as when a pile is
# turned before a card is drawn from it. Who held the seat then stands in the log, too, behind the
# end of the account; of other events nothing is looked up.
PLANNER = """
  CASE WHEN e.cause = 'plan' THEN (
    SELECT jsonb_build_array(m.seat, (
      SELECT t.payload::jsonb ->> 'kind' FROM event t
      WHERE t.game_id = m.game_id AND t.seat = m.seat AND t.version < m.version
        AND t.type IN ('SeatTaken', 'SeatReplaced')
      ORDER BY t.version DESC LIMIT 1), EXISTS (
      SELECT 1 FROM holder h WHERE h.game_id = m.game_id AND h.seat = m.seat
        AND h.since_version < m.version AND h.until_version IS NULL))
    FROM event m WHERE m.game_id = e.game_id AND m.command = e.command
      AND m.version BETWEEN e.version - 500 AND e.version + 9 AND m.seat IS NOT NULL
    ORDER BY m.version LIMIT 1)
  END
"""
"""An expression about the event `e`, for `planner_of`."""


def planner_of(found: str | None) -> Planner | None:
    """Read what `PLANNER` selected."""
    if found is None:
        return None
    seat, kind, is_holder = json.loads(found)
    return Planner(Seat(seat), is_bot=kind == SeatKind.BOT, is_holder=is_holder)
