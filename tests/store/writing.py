"""Calls of `append_events` as the command path makes them, one field changed at will."""

import hashlib
from dataclasses import replace
from typing import Any
from uuid import uuid4

from games import projections
from games.engine.clocks import PerMove
from games.engine.commits import apply_commit, conclude
from games.engine.events import Cause, Event
from games.engine.lifecycle import GameCreated
from games.engine.seat_events import AbortConsented, SeatKind, SeatTaken
from games.engine.seats import Seat
from games.engine.time_events import DecisionExpired, ExpiryReason
from games.services import dealing
from games.services.opening import start_if_full
from games.store import append, clock
from games.store.append import Answers, Append, Appended, NewHolder
from games.store.load import Loaded
from tests.services.table import Table, bot


def write(*commands: Append) -> list[Appended]:
    """Call `append_events` once."""
    return append.append_events(commands)


def creation(**changes: Any) -> Append:
    """Return the command that makes a game of two house seats."""
    game, secret, creator, now = uuid4(), b"s" * 32, str(uuid4()), clock.now()
    created = GameCreated(
        ruleset="mow",
        rules_version=1,
        seats=2,
        options={"first_seat": 0, "limit": 100},
        time_control=PerMove(),
        rated=False,
        private=True,
        creator=creator,
        commitment=hashlib.sha256(secret).hexdigest(),
    )
    seats = [SeatTaken(seat=Seat(n), kind=SeatKind.HOUSE, strategy="random") for n in range(2)]
    opening = start_if_full(game, apply_commit(None, [created, *seats], now), secret)
    events, after = conclude(None, [created, *seats, *opening], now)
    made = Append(
        game=game,
        expected=0,
        at=now,
        cause=Cause.PLAYER,
        events=events,
        after=after,
        decisions=projections.open_decisions(game, after),
        holders=[NewHolder(id=creator, account=bot().account, seat=None)],
        secret=secret,
    )
    return replace(made, **changes)


def answer(
    table: Table,
    *,
    how: str = "move",
    reason: ExpiryReason = ExpiryReason.DEADLINE,
    **changes: Any,
) -> Append:
    """Return the command that answers the first open decision with its first legal move."""
    loaded = table.loaded
    state, owed = loaded.state, loaded.state.owed[0]
    rules = state.game_rules
    move = rules.legal_moves(state.rules_state, owed.seat)[0]
    events = dealing.decide(loaded, owed.seat, move)
    if how == "expiry":
        expired = DecisionExpired(seat=owed.seat, kind=owed.kind, reason=reason)
        events = [expired, *events]
    answers = Answers(seat=owed.seat, opened=owed.opened, how=how)
    return replace(
        appending(loaded, events), answers=answers, fingerprint=f"plays {move}", **changes
    )


def remark(table: Table, **changes: Any) -> Append:
    """Return a command that answers nothing and leaves every decision as it is."""
    return replace(appending(table.loaded, [AbortConsented(seat=Seat(0))]), **changes)


def appending(loaded: Loaded, decided: list[Event]) -> Append:
    """Return the command that records events, and what follows from them, in a loaded game."""
    events, after = conclude(loaded.state, decided, loaded.now)
    return Append(
        game=loaded.id,
        expected=loaded.state.version,
        at=loaded.now,
        cause=Cause.BOT,
        events=events,
        after=after,
        decisions=projections.open_decisions(loaded.id, after),
    )
