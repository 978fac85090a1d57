"""Games of Farmyard Cries whose first deal is known beforehand, by their secret.

The secrets were looked for; what each deals is said beside it. Seat 0 deals.
"""

from enum import IntEnum
from types import SimpleNamespace

import pytest

from games.engine.seals import Seed
from games.services import opening
from tests.cast import Player


class Deal(IntEnum):
    """The numbers of secrets."""

    PLAIN = 1
    """Three seats, none of which holds a set or may cry."""
    VAIN_CRY = 25
    """Two seats; seat 0 may cry COW, in vain."""
    GOOD_CRY = 787
    """Two seats; seat 0 may cry DUK, and seat 1 holds Young of it."""
    TWO_VAIN_CRIES = 2103
    """Three seats; seat 1 may cry DOG and seat 2 DUK, both in vain."""
    TWO_GOOD_CRIES = 16145
    """Three seats; seat 1 may cry DOG and seat 2 COW, and either would win the round."""
    RACE = 4720
    """Six seats; seats 2 and 5 hold a set."""


def deal_from(monkeypatch: pytest.MonkeyPatch, deal: Deal) -> None:
    """Give the games that are made from now on this secret, as the key of their shuffles too.

    The key of a real game depends on its id as well, which no test can know beforehand.
    """
    secret = f"a deal of farmyard cries {deal}".ljust(32, ".").encode()[:32]
    known = SimpleNamespace(token_bytes=lambda length: secret[:length])
    monkeypatch.setattr(opening, "secrets", known)
    monkeypatch.setattr(Seed, "key", lambda seed: seed.secret)


def farmyard(*players: Player, **fields: object) -> str:
    """Make a running game for these players, in their order; return its id."""
    first, *others = players
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    asked = {"ruleset": "farmyard-cries", "seats": seats, **fields}
    response = first.post("/games", asked)
    assert response.status_code == 201, response.content
    game: str = response.json()["id"]
    for other in others:
        other.join(game)
    return game
