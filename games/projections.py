"""From the state after a commit to the rows that clocks and house bots look at."""

import hashlib
import hmac
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from games.engine.decisions import RACE
from games.engine.game import GameState, Status
from games.engine.owing import Owed
from games.engine.seat_events import SeatKind
from games.store.append import Timed

SLOWER_IN_A_RACE = 3
"""How many times longer the house takes in a race, so that a person can be the first."""


def open_decisions(game_id: UUID, after: GameState) -> list[Timed]:
    """Return the open decisions with who answers each; the house does not answer at once, and not in a pause."""
    timed: list[Timed] = []
    for owed in after.owed:
        record = after.seats[owed.seat]
        if record.played_by_house:
            not_before = None if after.status is Status.PAUSED else _paced(game_id, after, owed)
            timed.append(Timed(owed=owed, answerer="house", not_before=not_before))
        else:
            answerer = "bot" if record.kind is SeatKind.BOT else "person"
            timed.append(Timed(owed=owed, answerer=answerer, not_before=None))
    return timed


def _paced(game_id: UUID, after: GameState, owed: Owed) -> datetime:
    thinks = pace(game_id, after.version)
    return owed.running_since + (thinks * SLOWER_IN_A_RACE if owed.kind == RACE else thinks)


def pace(game_id: UUID, version: int) -> timedelta:
    """Return how long a house bot seems to think.

    Drawn from public facts alone, so that it says nothing about the cards.
    """
    return _drawn(hashlib.sha256(_named(game_id, version)).digest())


def hidden_pace(game_id: UUID, version: int, *, secret: bytes) -> timedelta:
    """Return how long standing orders wait; as `pace`, but nobody can compute it in play.

    Otherwise the moves that come at the pace of the house would be those of plans. The game's
    secret is published when it is over, and then so is what plans did.
    """
    named = b"herdbook pace of plans" + _named(game_id, version)
    return _drawn(hmac.digest(secret, named, hashlib.sha256))


def _named(game_id: UUID, version: int) -> bytes:
    return game_id.bytes + version.to_bytes(8, "big")


def _drawn(digest: bytes) -> timedelta:
    least, most = settings.HERDBOOK_HOUSE_PACE_MS
    drawn = int.from_bytes(digest[:8], "big") % (most - least + 1)
    return timedelta(milliseconds=least + drawn)
