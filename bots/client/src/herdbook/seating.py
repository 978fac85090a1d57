"""Who shall sit where in a new game: the entries of `seats`, in seat order."""

from collections.abc import Mapping
from typing import TypeAlias

from herdbook.entropy import Entropy

SeatRequest: TypeAlias = Mapping[str, str]
"""One entry of `seats`, as the server reads it."""

ME: SeatRequest = {"kind": "me"}
"""The account whose token creates the game."""
OPEN: SeatRequest = {"kind": "open"}
"""Whoever joins first."""


def me(entropy: Entropy) -> SeatRequest:
    """Seat the account whose token creates the game, which takes part in the shuffles."""
    return {**ME, "commitment": entropy.commitment}


def house(strategy: str = "normal") -> SeatRequest:
    """Seat a bot of the server's own, playing by the named strategy."""
    return {"kind": "house", "strategy": strategy}


def invite(account: str) -> SeatRequest:
    """Keep a seat for the named player, who may accept or decline."""
    return {"kind": "invite", "account": account}
