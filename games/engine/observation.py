"""What one seat, or a spectator, may know. Clients and bots never get anything else."""

from typing import Any

import msgspec

from games.engine.events import Data
from games.engine.seats import Seat


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every ruleset's observation; its fields are the keys of `table` in the API.

    Cards are codes here, for a number would tell twins apart; lists of cards in a hand are sorted
    by code; what is hidden is a count or absent. Each ruleset lists its fields one by one.
    """

    def table(self) -> dict[str, Any]:
        """Return the observation as JSON values."""
        table: dict[str, Any] = msgspec.to_builtins(self)
        return table


class SeenEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as one seat was shown it: a bot's history is a list of these."""

    type: str
    seat: Seat | None
    data: Data
