"""Samples of stored events: `events/<Name>.v<schema>.json` beside a ruleset's tests.

A sample is written once, by `record_samples`, and never changed: it stands for the rows that are
in somebody's database. When the schema of an event rises, the ruleset's `upcasters.py` leads the
old samples on, one version at a time (`card_drawn_v1_to_v2`), and a new sample joins them.
"""

import importlib
import json
import re
from pathlib import Path
from typing import Any

import msgspec

from games.engine.events import Event
from tests.rules.contract.codec import payload
from tests.rules.contract.subject import Subject


def sample_path(folder: Path, event_type: type[Event], version: int) -> Path:
    """Return where the sample of one schema version of an event is kept."""
    return folder / "events" / f"{event_type.__name__}.v{version}.json"


def check_samples(subject: Subject) -> None:
    """Every schema version of every event type has a sample, which loads to today's class."""
    expected = {
        sample_path(subject.folder, event_type, version): (event_type, version)
        for event_type in subject.ruleset.event_types
        for version in range(1, event_type.schema_version + 1)
    }
    kept = {*(subject.folder / "events").glob("*.json")}
    missing = sorted(path.name for path in expected.keys() - kept)
    assert not missing, (
        f"{subject} lacks {missing}: python -m tests.rules.contract.record_samples {subject}"
    )
    strays = sorted(path.name for path in kept - expected.keys())
    assert not strays, f"{subject} has samples of no event: {strays}"
    for path, (event_type, version) in expected.items():
        stored = json.loads(path.read_text())
        event = msgspec.convert(_raised(subject, stored, event_type, version), event_type)
        assert json.loads(payload(event))["type"] == event.type, f"{path.name} has another type"
        if version == event_type.schema_version:
            assert json.loads(payload(event)) == stored, f"{path.name} is not written back the same"
        for seat in [None, event.seat]:
            assert event.seen_by(seat) is not None
        assert event.opened() is not None


def _raised(
    subject: Subject, stored: dict[str, Any], event_type: type[Event], version: int
) -> dict[str, Any]:
    if version == event_type.schema_version:
        return stored
    package = type(subject.ruleset).__module__.rpartition(".")[0]
    upcasters = importlib.import_module(f"{package}.upcasters")
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", event_type.__name__).lower()
    for old in range(version, event_type.schema_version):
        stored = getattr(upcasters, f"{name}_v{old}_to_v{old + 1}")(stored)
    return stored
