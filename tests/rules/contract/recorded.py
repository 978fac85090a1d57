"""Whole games as files: what a file holds, and whether today's rules still agree with it.

A file is a replay as `GET /games/{id}/replay` gives it, without what only a server has (salts and
hashes), and with `checks`: what was true at some versions, as texts where people can judge them
and as digests of JSON where not. A file is written once, by `record_games`, and never changed.
"""

import hashlib
import itertools
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from games.engine import commits
from games.engine.chance import CodedChance
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.ruleset import State
from games.engine.seats import Seat
from games.store import upcasting
from games.store.chain import canonical_json
from tests.rules.contract.subject import Subject

Replay = dict[str, Any]
Check = dict[str, Any]

FORMAT = "herdbook-replay/1"


def games_of(subject: Subject) -> dict[str, Replay]:
    """Return the recorded games of a ruleset by the names of their files."""
    folder = subject.folder / "games"
    return {path.name: read(path) for path in sorted(folder.glob("*.json"))}


def read(path: Path) -> Replay:
    """Read a recorded game."""
    replay: Replay = json.loads(path.read_text())
    return replay


def written(replay: Replay) -> str:
    """Write a recorded game: a line for each member of its long lists."""
    lines = []
    for key, value in replay.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in value)
            text = f"[\n    {rows}\n  ]"
        lines.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def plain(value: object) -> Any:
    """Return a value as it comes back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def digest(value: object) -> str:
    """Return the SHA-256 of a JSON value in canonical form."""
    return hashlib.sha256(canonical_json(plain(value)).encode()).hexdigest()


def check_of(ruleset: AnyRuleset, state: State, version: int) -> Check:
    """Return what is true of a state: who owes what, may do what, sees what, and the outcome."""
    position = ruleset.to_position(state)
    seats = [Seat(seat) for seat in range(len(position["hands"]))]
    return {
        "version": version,
        "position": digest(position),
        "owed": [[owed.seat, owed.kind, owed.opened] for owed in ruleset.decisions(state)],
        "legal": [[str(move) for move in ruleset.legal_moves(state, seat)] for seat in seats],
        "free": [[str(move) for move in ruleset.free_moves(state, seat)] for seat in seats],
        "seen": [digest(ruleset.observe(state, seat).table()) for seat in [*seats, None]],
        "scores": list(ruleset.scores(state)),
        "outcome": plain(ruleset.outcome(state)),
    }


def check_folds(replay: Replay) -> None:
    """Folding the stored events leads through every recorded check to the recorded result."""
    checks = {check["version"]: check for check in replay["checks"]}
    game: GameState | None = None
    for at, events in _commits(replay):
        game = commits.apply_commit(game, events, at)
        expected = checks.pop(game.version, None)
        if expected is not None:
            _check_same(check_of(game.game_rules, game.rules_state, game.version), expected)
    assert game is not None
    assert not checks, f"no commit ends at the versions {sorted(checks)}"
    assert plain(game.outcome) == replay["result"]
    assert digest(game.game_rules.to_position(game.rules_state)) == replay["position_hash"]


def holds(now: Any, then: Any) -> bool:
    """Answer whether a value is what it was, but for members that have come to be since."""
    if isinstance(now, dict) and isinstance(then, dict):
        return all(name in now and holds(now[name], value) for name, value in then.items())
    return bool(now == then)


def check_views(replay: Replay) -> None:
    """Every event still shows what it showed: its opened data, its move, its shuffle."""
    moves, shuffles = [], []
    codes = find_ruleset(replay["ruleset"], replay["rules_version"]).pack.codes
    for row in replay["events"]:
        event, version = _event(replay, row), row["version"]
        opened = plain(event.opened())
        assert holds(opened, row["data"]), f"version {version} holds something else"
        if (move := event.move()) is not None:
            moves.append([version, event.seat, move])
        if (shuffle := event.shuffle()) is not None:
            shuffles.append([version, shuffle[0], codes(shuffle[1])])
    assert moves == [[row["version"], row["seat"], row["move"]] for row in replay["moves"]]
    assert shuffles == [
        [row["version"], row["purpose"], row["order"]] for row in replay["shuffles"]
    ]


def check_plays_again(replay: Replay) -> None:
    """The moves and shuffles alone lead through the same checks, by the rules they were made by."""
    ruleset = find_ruleset(replay["ruleset"], replay["rules_version"])
    options = ruleset.parse_options(replay["options"], replay["seats"])
    chance = CodedChance(ruleset.pack, [row["order"] for row in replay["shuffles"]])
    checks = {check["version"]: check for check in replay["checks"]}
    state = ruleset.blank(options, replay["seats"])
    events = ruleset.deal(options, replay["seats"], chance)
    version = replay["moves"][0]["version"] - 1 - len(events)
    for row in [None, *replay["moves"]]:
        if row is not None:
            move = ruleset.parse_move(row["move"])
            events = ruleset.decide(state, Seat(row["seat"]), move, chance)
            # An automatic step, such as recycling a pile, may stand before the move.
            told = {nth: event.move() for nth, event in enumerate(events, start=version + 1)}
            assert told.get(row["version"]) == row["move"], f"version {version + 1} is another move"
        for event in events:
            ruleset.evolve(state, event)
        version += len(events)
        # The end of the game is an event of its own.
        over = ruleset.outcome(state) is not None
        expected = checks.get(version + over)
        if expected is not None:
            _check_same(check_of(ruleset, state, version + over), expected)
    assert chance.left() == 0, f"{chance.left()} shuffles are left over"
    assert plain(ruleset.outcome(state)) == replay["result"]


def _check_same(found: Check, expected: Check) -> None:
    for key, value in expected.items():
        assert found[key] == value, f"{key} at version {expected['version']} is {found[key]}"


def _commits(replay: Replay) -> Iterator[tuple[datetime, list[Event]]]:
    """Yield the commits: of one time are the events of one."""
    for at, rows in itertools.groupby(replay["events"], lambda row: row["at"]):
        yield datetime.fromisoformat(at), [_event(replay, row) for row in rows]


def _event(replay: Replay, row: dict[str, Any]) -> Event:
    rules = find_ruleset(replay["ruleset"], replay["rules_version"])
    return upcasting.from_payload(rules, row["type"], row["schema_version"], row["payload"])
