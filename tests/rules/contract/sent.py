"""All that a viewer is sent or can ask for, and the comparison of two worlds by it."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from games.engine.chance import RandomChance
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.observation import Observation, SeenEvent
from games.engine.registry import AnyRuleset
from games.engine.ruleset import Move, State
from games.engine.seats import Seat

Strategy = Callable[[Observation, Sequence[SeenEvent], Sequence[str], random.Random], str]
"""A pure chooser of moves: observation, history since the last deal, legal moves, random source."""

Sent = Mapping[str, object]


def sent_to(
    viewer: Seat | None, ruleset: AnyRuleset, state: State, attempts: Iterable[Move] = ()
) -> dict[str, object]:
    """Return what the viewer may see of a state; `attempts` are moves it should be refused."""
    sent: dict[str, object] = {
        f"observation.{key}": value for key, value in ruleset.observe(state, viewer).table().items()
    }
    sent["decisions"] = ruleset.decisions(state)
    sent["outcome"] = ruleset.outcome(state)
    sent["scores"] = list(ruleset.scores(state))
    if viewer is not None:
        sent["legal moves"] = list(map(str, ruleset.legal_moves(state, viewer)))
        sent["free moves"] = list(map(str, ruleset.free_moves(state, viewer)))
        sent["default move"] = _default(ruleset, state, viewer)
        sent |= {f"answer to {move}": refusal(ruleset, state, viewer, move) for move in attempts}
    return sent


def refusal(ruleset: AnyRuleset, state: State, seat: Seat, move: Move) -> list[str] | None:
    """Return the code and the reason with which a move is refused, or None if it is accepted."""
    try:
        ruleset.decide(state, seat, move, RandomChance(random.Random(0)))
    except RuleError as error:
        return [error.code, error.reason, *map(str, error.args)]
    return None


def views(viewer: Seat | None, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return the events as the viewer is shown them, but for version, time and cause."""
    return [
        {"type": event.type, "seat": event.seat, "data": event.seen_by(viewer)} for event in events
    ]


def chosen(
    strategy: Strategy, viewer: Seat, ruleset: AnyRuleset, state: State, log: Sequence[Event]
) -> str | None:
    """Return what a strategy would do, or None where it has nothing to do."""
    legal = sorted(str(move) for move in ruleset.legal_moves(state, viewer))
    if not legal:
        return None
    deals = [at for at, event in enumerate(log) if (event.shuffle() or ("", ()))[0] == "deal"]
    history = [SeenEvent(**view) for view in views(viewer, log[deals[-1] :])]
    return strategy(ruleset.observe(state, viewer), history, legal, random.Random(0))


def check_same(one: Sent, other: Sent, where: str) -> None:
    """Raise unless both worlds send the viewer the same bytes."""
    for name in [*one, *(name for name in other if name not in one)]:
        ours, theirs = (msgspec.json.encode(world.get(name)).decode() for world in (one, other))
        assert ours == theirs, (
            f"{where}: {name} gives hidden cards away\n  in one world {ours}\n  in its twin  {theirs}"
        )


def check_same_views(
    viewer: Seat | None, one: Sequence[Event], other: Sequence[Event], where: str
) -> None:
    """Raise unless both worlds show the viewer the same events."""
    assert len(one) == len(other), (
        f"{where}: the number of events gives hidden cards away\n"
        f"  in one world {[event.type for event in one]}\n"
        f"  in its twin  {[event.type for event in other]}"
    )
    pairs = zip(_records(viewer, one), _records(viewer, other), strict=True)
    for place, (ours, theirs) in enumerate(pairs, start=1 - len(one)):
        check_same(ours, theirs, f"{where}: the event {ours['type']} ({place} from the last)")


def _records(viewer: Seat | None, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return the events as the viewer is shown them, with the moves that it is told afterwards."""
    moves = [event.move_seen_by(viewer) for event in events]
    return [view | {"move": move} for view, move in zip(views(viewer, events), moves, strict=True)]


def _default(ruleset: AnyRuleset, state: State, seat: Seat) -> str | None:
    return str(ruleset.default_move(state, seat)) if ruleset.legal_moves(state, seat) else None
