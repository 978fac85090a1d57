"""A finished game as a file from which any implementation of the rules can play it again."""

import hashlib
from typing import Any

import msgspec

from accounts.times import time_text
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.lifecycle import DealSealed
from games.engine.seats import Seat
from games.engine.undo import undone_versions
from games.selectors import proofs, tenures
from games.selectors.game_view import event_view, seat_name, shown_cause
from games.store import chain, load
from games.store.load import Loaded, Recorded

FORMAT = "herdbook-replay/1"


def replay(loaded: Loaded, *, seat: Seat | None = None) -> dict[str, Any]:
    """Return the replay of a game that is over.

    Everything is open, unless `seat` is given: then each event and the moves show what that seat
    knew, and what would tell more (orders of shuffles, moves of others that were hidden from it,
    hashed texts, the proof of the deals) is left out.
    """
    state = loaded.state
    log = load.events(loaded.id)
    raw = load.raw_events(loaded.id)
    file = {
        "format": FORMAT,
        "id": str(loaded.id),
        "ruleset": state.ruleset,
        "rules_version": state.rules_version,
        "seats": len(state.seats),
        "options": state.options,
        "shuffles": _shuffles(loaded, log) if seat is None else [],
        "moves": _moves(log, seat),
        "events": [_event(recorded, seat, raw[recorded.version]) for recorded in log],
        "result": msgspec.to_builtins(state.outcome),
        "names": names(loaded),
        "holders": tenures.of_game(loaded, log),
        "position_hash": position_hash_of(state) if seat is None else None,
    }
    if seat is not None:
        return file
    seals = [(one.version, one.event) for one in log if isinstance(one.event, DealSealed)]
    pack = list(state.game_rules.pack.code_of)
    return file | {"pack": pack, "proof": proofs.proof_of(loaded, seals)}


def position_hash_of(state: GameState) -> str | None:
    """Return the SHA-256 of the position as canonical JSON; None if nothing was dealt."""
    if state.rules is None:
        return None
    position = state.game_rules.to_position(state.rules)
    return hashlib.sha256(chain.canonical_json(position).encode()).hexdigest()


def names(loaded: Loaded) -> list[str | None]:
    """Return the name of each seat's holder."""
    return [seat_name(loaded.state, seat, loaded.owners) for seat in loaded.state.seat_numbers]


def _shuffles(loaded: Loaded, log: list[Recorded]) -> list[dict[str, Any]]:
    codes = loaded.state.game_rules.pack.codes
    found: list[dict[str, Any]] = []
    for recorded in log:
        shuffle = recorded.event.shuffle()
        if shuffle is not None:
            purpose, order = shuffle
            found.append({"version": recorded.version, "purpose": purpose, "order": codes(order)})
    return found


def _moves(log: list[Recorded], seat: Seat | None) -> list[dict[str, Any]]:
    def move_of(event: Event) -> str | None:
        return event.move() if seat is None else event.move_seen_by(seat)

    undone = undone_versions((recorded.version, recorded.event) for recorded in log)
    moves = ((recorded, move_of(recorded.event)) for recorded in log)
    return [
        {
            "version": recorded.version,
            "seat": recorded.event.seat,
            "move": move,
            "cause": recorded.cause if seat is None else shown_cause(recorded, seat),
            "at": time_text(recorded.at),
        }
        | ({"undone": True} if recorded.version in undone else {})
        for recorded, move in moves
        if move is not None
    ]


def _event(recorded: Recorded, seat: Seat | None, raw: dict[str, object]) -> dict[str, Any]:
    if seat is not None:
        return event_view(recorded, seat) | {"schema_version": raw["schema_version"]}
    opened = {"cause": recorded.cause, "data": dict(recorded.event.opened())}
    return event_view(recorded, None) | opened | raw
