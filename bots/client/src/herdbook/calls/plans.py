"""The calls about standing orders: what the server is to play for this account."""

from collections.abc import Sequence
from functools import partial

from herdbook.bodies import value_of
from herdbook.call import Call, given, path
from herdbook.endpoint import endpoint
from herdbook.plans import Order, Plan


class PlanCalls:
    """`client.plans`: the standing orders of this account's seats."""

    @endpoint
    def view(self, game: str) -> Call[Plan]:
        """Look at the orders in a game, and at what became of each."""
        return Call("GET", path("games", game, "plan"), partial(value_of, Plan))

    @endpoint
    def give(
        self,
        game: str,
        orders: Sequence[Order],
        *,
        decision: str | None = None,
        version: int | None = None,
    ) -> Call[Plan]:
        """Give orders in place of those before; nothing is played by this call itself.

        With the `decision` or the `version` for which they were made, they are refused if the game
        has left it: `PlanOutOfSyncError`.
        """
        body = given(orders=list(orders), decision=decision, version=version)
        return Call("PUT", path("games", game, "plan"), partial(value_of, Plan), body=body)

    @endpoint
    def end(self, game: str) -> Call[Plan]:
        """Take the orders back; once this is answered none of them is followed any more."""
        return Call("DELETE", path("games", game, "plan"), partial(value_of, Plan))
