"""Vectors: worked examples of the rules, written as JSON, and what runs them.

A vector starts from a position (or a new game), takes steps and says what must be true after
them. A step has one key: `shuffle`, `play`, `illegal`, `legal`, `position`, `turn`, `result` or
`deal`. All steps must hold, and every shuffle written down must be used.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard, cast

import msgspec

from games.engine.chance import CodedChance, RandomChance, ScriptError
from games.engine.errors import RuleError
from games.engine.events import Event
from games.engine.registry import AnyRuleset
from games.engine.ruleset import State
from games.engine.seats import Seat

Json: TypeAlias = Any
"""A JSON value, as a vector writes it."""

_UNORDERED = {"hands": 1, "stables": 1, "cries": 0}
"""The keys of positions whose lists have no order, and how deep those lists lie."""


class BadVectorsError(Exception):
    """The text holds no vectors; the message says why."""


class Vector(msgspec.Struct, frozen=True, kw_only=True):
    """One worked example. Without seats it holds only `deal` steps."""

    id: str
    seats: int | None
    position: dict[str, Json] | None
    steps: list[dict[str, Json]]
    options: dict[str, Json] = {}
    note: str = ""


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The first thing in a vector that did not hold."""

    id: str
    where: str
    """`start`, `end`, or the step with its number from 1."""
    expected: Json
    came: Json


def parse_vectors(text: bytes) -> list[Vector]:
    """Read the vectors of one file; raise `BadVectorsError`."""
    try:
        return msgspec.json.decode(text, type=list[Vector])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadVectorsError(f"This is no list of vectors: {error}") from None


def run_vectors(ruleset: AnyRuleset, vectors: Iterable[Vector]) -> list[Failure]:
    """Run vectors of one ruleset; return a failure for each that does not hold."""
    return [failure for vector in vectors if (failure := _run(ruleset, vector))]


def _run(ruleset: AnyRuleset, vector: Vector) -> Failure | None:
    where = "start"
    try:
        table = _Table(ruleset, vector)
        for number, step in enumerate(vector.steps, start=1):
            where = f"step {number}: {' '.join(step)}"
            if number > table.steps_before_start:
                table.take(step)
        where = "end"
        _expect("0 shuffles left over", f"{table.chance.left()} shuffles left over")
    except _Mismatch as mismatch:
        return Failure(id=vector.id, where=where, expected=mismatch.expected, came=mismatch.came)
    except (RuleError, ScriptError) as error:
        return Failure(id=vector.id, where=where, expected="no refusal", came=str(error))
    return None


class _Mismatch(Exception):  # noqa: N818 - a finding on its way to the report, no error
    def __init__(self, expected: Json, came: Json) -> None:
        super().__init__(expected, came)
        self.expected = expected
        self.came = came


def _expect(expected: Json, came: Json) -> None:
    if expected != came:
        raise _Mismatch(expected, came)


class _Table:
    """The game of one vector, and what may be done and said about it."""

    def __init__(self, ruleset: AnyRuleset, vector: Vector) -> None:
        self.ruleset = ruleset
        self.raw_options = vector.options
        self.chance = CodedChance(ruleset.pack)
        self.steps_before_start = 0
        for step in vector.steps:
            if "shuffle" not in step:
                break
            self.take(step)
            self.steps_before_start += 1
        self._state = None if vector.seats is None else self._start(vector.seats, vector.position)

    def _start(self, seats: int, position: dict[str, Json] | None) -> State:
        options = self.ruleset.parse_options(self.raw_options, seats)
        if position is None:
            state = self.ruleset.blank(options, seats)
            events = self.ruleset.deal(options, seats, self.chance)
        else:
            state = self.ruleset.from_position(position, options, seats)
            events = self.ruleset.settle(state, self.chance)
        self._apply(state, events)
        return state

    def _apply(self, state: State, events: Sequence[Event]) -> None:
        for event in events:
            self.ruleset.evolve(state, event)

    @property
    def state(self) -> State:
        if self._state is None:
            raise _Mismatch("seats and a game", "a vector without seats")
        return self._state

    def take(self, step: dict[str, Json]) -> None:
        """Take one step; raise `_Mismatch`, `RuleError` or `ScriptError` if it does not hold."""
        match list(step.items()):
            case [("shuffle", list())]:
                self.chance.add(step["shuffle"])
            case [("play", [int(seat), str(text)])]:
                self._apply(self.state, self._decide(Seat(seat), text))
            case [("illegal", [int(seat), str(text)])]:
                self._refused(Seat(seat), text)
            case [("legal", dict())]:
                told = {seat: sorted(texts) for seat, texts in step["legal"].items()}
                _expect(told, self._legal())
            case [("position", dict())]:
                self._lies_so(step["position"])
            case [("turn", int() | None as seat)]:
                owed = self.ruleset.decisions(self.state)
                _expect(seat, owed[0].seat if owed else None)
            case [("result", dict() | None)]:
                self._ended_so(step["result"])
            case [("deal", {"seats": int(seats)})]:
                self._dealt_so(seats, step["deal"])
            case _:
                raise _Mismatch("a step of the format", step)

    def _lies_so(self, told: Mapping[str, Json]) -> None:
        came = self._position(self.state)
        _expect(_comparable(told), _comparable({key: came[key] for key in told if key in came}))

    def _ended_so(self, told: Mapping[str, Json] | None) -> None:
        came: dict[str, Json] | None = _json(self.ruleset.outcome(self.state))
        if told is not None and came is not None:
            came = {key: came[key] for key in told if key in came}
        _expect(told, came)

    def _decide(self, seat: Seat, text: str) -> Sequence[Event]:
        return self.ruleset.decide(self.state, seat, self.ruleset.parse_move(text), self.chance)

    def _refused(self, seat: Seat, text: str) -> None:
        before = msgspec.json.encode(self.state)
        try:
            events = self._decide(seat, text)
        except RuleError:
            changed = msgspec.json.encode(self.state) != before
            _expect("nothing changed", "the state changed" if changed else "nothing changed")
        else:
            raise _Mismatch("a refusal", [event.type for event in events])

    def _legal(self) -> dict[str, list[str]]:
        seats = len(self._position(self.state)["hands"])
        texts = {
            str(seat): sorted(
                str(move)
                for moves in (self.ruleset.legal_moves, self.ruleset.free_moves)
                for move in moves(self.state, Seat(seat))
            )
            for seat in range(seats)
        }
        return {seat: moves for seat, moves in texts.items() if moves}

    def _position(self, state: State) -> dict[str, Json]:
        position: dict[str, Json] = _json(self.ruleset.to_position(state))
        return position

    def _dealt_so(self, seats: int, told: Mapping[str, Json]) -> None:
        can = seats in self.ruleset.seat_counts
        if told.get("refused"):
            _expect("refused", "accepted" if can else "refused")
            return
        options = self.ruleset.parse_options(self.raw_options, seats)
        state = self.ruleset.blank(options, seats)
        # Which cards are dealt plays no part: only the first event, the deal itself, is looked at.
        any_cards = RandomChance(random.Random(0))  # noqa: S311 - no real deal
        self._apply(state, self.ruleset.deal(options, seats, any_cards)[:1])
        came = self._position(state)
        sizes = {key: _sizes(came[key]) for key in told if key in came}
        _expect(told, {"seats": seats, **sizes})


def _json(value: object) -> Json:
    return msgspec.json.decode(msgspec.json.encode(value))


def _sizes(piles: Json) -> Json:
    """Return numbers in place of the lists of cards in a value of a position."""
    if isinstance(piles, dict):
        return {name: _sizes(cards) for name, cards in cast("dict[str, Json]", piles).items()}
    rows = cast("list[Json]", piles)
    return [len(row) for row in rows] if rows and _is_list(rows[0]) else len(rows)


def _comparable(position: Mapping[str, Json]) -> dict[str, Json]:
    """Sort what has no order in some keys of a position."""
    return {
        key: _sorted(value, _UNORDERED[key]) if key in _UNORDERED else value
        for key, value in position.items()
    }


def _sorted(rows: Json, depth: int) -> Json:
    if not _is_list(rows):
        return rows
    return [_sorted(row, depth - 1) for row in rows] if depth else sorted(rows, key=repr)


def _is_list(value: Json) -> TypeGuard[list[Json]]:
    return isinstance(value, list)
