"""Samples of stored events: `events/<Name>.v<schema>.json` beside a ruleset's tests.

A sample is written once, by `record_samples`, and never changed: it stands for the rows that are
in somebody's database. When the schema of an event rises, its `upcasters` lead the old samples on,
one version at a time, and a new sample joins them.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from games.engine.events import Event
from tests.rules.contract.codec import payload
from tests.rules.contract.subject import Subject


def sample_path(folder: Path, event_type: type[Event], version: int) -> Path:
    """Return where the sample of one schema version of an event is kept."""
    return folder / "events" / f"{event_type.__name__}.v{version}.json"


def check_samples(subject: Subject) -> None:
    """Every schema version of every event type has a sample, which loads to today's class."""
    how = f"python -m tests.rules.contract.record_samples {subject.ruleset.slug}"
    check_samples_of(subject.ruleset.event_types, subject.folder, how=how)


def check_samples_of(types: Iterable[type[Event]], folder: Path, *, how: str) -> None:
    """Check the samples of these types; `how` says where a missing one comes from."""
    expected = {
        sample_path(folder, event_type, version): (event_type, version)
        for event_type in types
        for version in range(1, event_type.schema_version + 1)
    }
    kept = {*(folder / "events").glob("*.json")}
    missing = sorted(path.name for path in expected.keys() - kept)
    assert not missing, f"{folder.name} lacks {missing}: {how}"
    strays = sorted(path.name for path in kept - expected.keys())
    assert not strays, f"{folder.name} has samples of no event: {strays}"
    for path, (event_type, version) in expected.items():
        stored = json.loads(path.read_text())
        event = event_type.from_payload(stored, version)
        assert json.loads(payload(event))["type"] == event.type, f"{path.name} has another type"
        if version == event_type.schema_version:
            assert json.loads(payload(event)) == stored, f"{path.name} is not written back the same"
        for seat in [None, event.seat]:
            assert event.seen_by(seat) is not None
        assert event.opened() is not None
