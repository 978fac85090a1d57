"""Whatever a replay file says, it is played or refused: thousands of spoilt files, and no crash."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.engine.clocks import PerMove
from games.engine.lifecycle import LIFECYCLE_EVENTS, GameCreated
from games.engine.reenacting import reenact, time_control_of
from games.engine.registry import discover, find_ruleset
from games.engine.replay_file import BadReplayError, read_file

discover()
RULES = Path(__file__).parents[1] / "rules"
SMALLEST = [
    min(folder.glob("games/*.json"), key=lambda path: path.stat().st_size)
    for folder in sorted(RULES.iterdir())
    if (folder / "games").exists()
]
VALUES: tuple[Any, ...] = (
    -1,
    0,
    1,
    7,
    2**31,
    2**53,
    1.5,
    True,
    None,
    "",
    "x" * 5000,
    "0",
    [],
    [[]],
    {},
    {"a": 1},
)
FACTS = {event_type.__name__ for event_type in LIFECYCLE_EVENTS}
LISTS = ("moves", "events", "shuffles")
SPOILT = 200
"""Files a ruleset."""


def load(path: Path) -> dict[str, Any]:
    """Return a recorded game with the events that are read, so that each edit hits something."""
    file: dict[str, Any] = json.loads(path.read_text())
    del file["checks"]
    file["events"] = [row for row in file["events"] if row["type"] in FACTS]
    return file


def played(file: dict[str, Any]) -> int:
    """Play a file; return how many events it became. Raises `BadReplayError`."""
    read = read_file(file)
    rules = find_ruleset(read.ruleset, read.rules_version)
    created = GameCreated(
        ruleset=rules.slug,
        rules_version=rules.rules_version,
        seats=read.seats,
        options=dict(read.options),
        time_control=time_control_of(read),
        rated=False,
        private=True,
        creator="creator",
        commitment="",
        imported=True,
    )
    rules.parse_options(read.options, read.seats)
    events, after = reenact(read, rules, created, [f"holder-{n}" for n in range(read.seats)])
    assert after.version == len(events)
    assert after.finished_at is not None
    return len(events)


def is_refused(file: dict[str, Any]) -> bool:
    """Answer whether a file is refused, with a short reason and a place; it must not crash."""
    try:
        played(file)
    except BadReplayError as error:
        refusal = error
    else:
        return False
    assert len(refusal.reason) <= 200
    assert refusal.pointer == "" or refusal.pointer.startswith("/")
    return True


def spoil(file: dict[str, Any], rng: random.Random) -> None:
    """Change something somewhere in a file."""
    rows = rng.choice([rows for rows in (file[name] for name in LISTS) if rows])
    place = rng.randrange(len(rows))
    match rng.randrange(7):
        case 0:
            del rows[place]
        case 1:
            rows.insert(rng.randrange(len(rows)), copy.deepcopy(rows[place]))
        case 2:
            rows[place]["version"] = rng.randrange(60)
        case 3:
            other = rng.randrange(len(rows))
            versions = rows[place]["version"], rows[other]["version"]
            rows[other]["version"], rows[place]["version"] = versions
        case 4:
            name = rng.choice(list(rows[place]))
            rows[place][name] = rng.choice(VALUES)
        case 5 if isinstance(rows[place].get("data"), dict) and rows[place]["data"]:
            name = rng.choice(list(rows[place]["data"]))
            rows[place]["data"][name] = rng.choice(VALUES)
        case _:
            kept = rng.choice([row for row in file["events"] if row["type"] != "GameCreated"])
            moved = {**copy.deepcopy(kept), "version": rng.randrange(60)}
            file["events"].append({**moved, "type": rng.choice(sorted(FACTS))})


@pytest.mark.parametrize("path", SMALLEST, ids=lambda path: path.parts[-3])
def test_a_spoilt_file_is_played_or_refused(path):
    whole = load(path)
    assert played(whole) > 0
    rng, refused = random.Random(path.name), 0
    for _ in range(SPOILT):
        file = copy.deepcopy(whole)
        for _ in range(rng.randrange(1, 4)):
            spoil(file, rng)
        refused += is_refused(file)
    assert refused > SPOILT / 2


def test_a_file_without_events_has_the_usual_time_control():
    whole = load(SMALLEST[0])
    whole["events"] = []
    assert time_control_of(read_file(whole)) == PerMove()
