"""A game, and whoever brings a token to it, read together.

Every move begins with both, and most of what a statement costs is its way to the database and back.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from accounts import bearers
from accounts.combining import Combiner
from accounts.models import Token
from accounts.statements import Row, Statement
from games.engine.seats import Seat
from games.store.clock import NOW
from games.store.load import CLOSING, OWNERS, Loaded, loaded

# LIMIT keeps both from being joined as whole tables.
_STATEMENT = Statement(
    f"""
SELECT asked.place::text, bearer.*, found.* FROM jsonb_to_recordset($1::jsonb)
  AS asked (place integer, token text, game uuid, seat smallint, opened integer)
LEFT JOIN LATERAL (
  SELECT {bearers.AS_JSON}
  FROM token t JOIN account a ON a.id = t.account_id WHERE t.id = asked.token LIMIT 1
) AS bearer ON true
LEFT JOIN LATERAL (
  SELECT json_build_array({NOW}, g.secret)::text, g.state, {OWNERS}, {CLOSING}::text
  FROM game g WHERE g.id = asked.game LIMIT 1
) AS found ON true
"""  # noqa: S608 - made of constants
)
_game = msgspec.json.Decoder(tuple[datetime, str])


def find(
    token_id: str, game_id: UUID, *, decision: tuple[Seat, int] | None
) -> tuple[Token | None, Loaded | None]:
    """Return the token with this id, its account loaded with it, and the game; None: there is none.

    Nobody has looked yet at whether the token is good and lets its bearer know of the game.
    """
    seat, opened = decision if decision is not None else (None, None)
    bearer, found, state, owners, closing = _row(
        {"token": token_id, "game": game_id, "seat": seat, "opened": opened}
    )
    token = None if bearer is None else bearers.read(bearer)
    if found is None or state is None:
        return token, None
    now, secret = _game.decode(found)
    return token, loaded(game_id, now, state, _bytes(secret), owners, None, closing)


def _bytes(shown: str) -> bytes:
    return bytes.fromhex(shown.removeprefix("\\x"))


def _rows(asked: Sequence[dict[str, Any]]) -> list[Row]:
    numbered = [{"place": place, **one} for place, one in enumerate(asked)]
    found = {int(place or 0): row for place, *row in _STATEMENT.ask(msgspec.json.encode(numbered))}
    return [tuple(found[place]) for place in range(len(asked))]


_row = Combiner(_rows)
