"""What a client was shown, held against what the log lets its seat see.

The fold of the log to the version of an answer says all that this viewer may know then, so each
view and each event must be equal to it, and a refusal may name no card beside what was asked.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

from accounts.times import time_text
from games.engine.game import GameState
from games.engine.registry import find_ruleset
from games.engine.seats import Seat
from games.selectors import game_view
from tests.faults.findings import Finding
from tests.faults.history import Told
from tests.faults.logs import GameLog

Shown: TypeAlias = Any
"""JSON as a client reads it."""
_WORD = re.compile(r"[0-9A-Za-z.]+")


def check(history: Sequence[Told], log: GameLog) -> Iterator[Finding]:
    """Yield what was shown otherwise than the log has it."""
    for told in history:
        if told.view is not None:
            yield from _view(told, told.view, log)
        for shown in told.events:
            yield from _event(told, shown, log)
        if told.is_refused:
            yield from _refusal(told, log)


def _view(told: Told, view: Shown, log: GameLog) -> Iterator[Finding]:
    version, seat = view["version"], _seat(view)
    state = log.states.get(version)
    if state is None:
        kind = "phantom" if version > log.last else "wrong-view"
        yield Finding(_lost_if_done(told, kind), log.id, f"a view of version {version}")
        return
    if told.seat is not None and seat != told.seat:
        yield Finding("wrong-view", log.id, f"seat {told.seat} was shown what is seat {seat}'s")
        return
    right = {
        "status": state.status,
        "table": game_view.table(state, seat),
        "deciding": game_view.deciding(state),
        "free_moves": game_view.free_moves(state, seat),
        "outcome": msgspec.to_builtins(state.outcome),
    }
    legal = view["decision"]["legal_moves"] if view["decision"] is not None else None
    if plain(right) != {name: view[name] for name in right} or legal != _legal(state, seat):
        shown = [view["table"], legal, view["free_moves"]]
        yield Finding(
            _kind(shown, state, seat, "wrong-view"), log.id, f"version {version}: {shown}"
        )


def _event(told: Told, shown: Shown, log: GameLog) -> Iterator[Finding]:
    version, seat = shown["version"], Seat(told.seat) if told.seat is not None else None
    if seen(log, version, seat) == shown:
        return
    what = f"{told.asked} showed {shown['type']} as version {version}"
    others = (seen(log, other, seat) for other in log.events)
    if any(other is not None and {**other, "version": version} == shown for other in others):
        yield Finding("swapped", log.id, what)
    elif seen(log, version, seat) is None:
        yield Finding(_lost_if_done(told, "phantom"), log.id, what)
    else:
        state = log.states.get(log.events[version][0].last, log.states[min(log.states)])
        yield Finding(
            _kind(shown["data"], state, seat, _lost_if_done(told, "phantom")), log.id, what
        )


def _lost_if_done(told: Told, otherwise: str) -> str:
    """Tell a promise that was broken from a thing that never was."""
    return "lost" if told.asked in {"create", "join", "move", "return"} else otherwise


def _refusal(told: Told, log: GameLog) -> Iterator[Finding]:
    body = told.body or {}
    rules = find_ruleset(log.ruleset)
    asked = set(_words(told.move or ""))
    named = set(_words(body.get("detail", ""))) - asked
    if cards := {word for word in named if rules.pack.has_code(word)}:
        yield Finding("leak", log.id, f"the refusal of {told.move} names {sorted(cards)}")
    decision, version = body.get("decision"), body.get("version")
    state = log.states.get(version) if version is not None else None
    if decision is not None and state is not None and told.seat is not None:
        seat = Seat(told.seat)
        if decision["legal_moves"] != _legal(state, seat):
            text = f"a refusal at version {version} offered {decision['legal_moves']}"
            yield Finding(_kind(decision, state, seat, "wrong-view"), log.id, text)


def seen(log: GameLog, version: int, seat: Seat | None) -> Shown:
    """Return an event as a seat may see it, or None if there is none of this version."""
    if version not in log.events:
        return None
    commit, event = log.events[version]
    return plain(
        {
            "version": version,
            "type": event.type,
            "at": time_text(commit.at),
            "seat": event.seat,
            "cause": commit.cause,
            "data": dict(event.seen_by(seat)),
        }
    )


def plain(value: object) -> Shown:
    """Return a value as it is after it went over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _legal(state: GameState, seat: Seat | None) -> list[str] | None:
    if seat is None or state.seats[seat].played_by_house or state.owed_by(seat) is None:
        return None
    return [str(move) for move in state.game_rules.legal_moves(state.rules_state, seat)]


def _kind(shown: Shown, state: GameState, seat: Seat | None, otherwise: str) -> str:
    """Answer `leak` if something shown is a card that the viewer's own table does not name."""
    known = [game_view.table(state, seat), _legal(state, seat)]
    new = set(_words(shown)) - set(_words(plain(known)))
    return "leak" if any(state.game_rules.pack.has_code(word) for word in new) else otherwise


def _words(shown: Shown) -> Iterator[str]:
    return (word.strip(".") for word in _WORD.findall(str(shown)))


def _seat(view: Shown) -> Seat | None:
    return Seat(view["you"]["seat"]) if view["you"] is not None else None
