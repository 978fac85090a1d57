"""Every event of every game is read back as it was stored, in every schema version there was.

A sample is written once and never changed, as those of the rulesets (`tests/rules/contract`).
"""

import shutil
from pathlib import Path

import pytest

from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.seat_events import SeatAway
from tests.rules.contract.samples import check_samples_of

FOLDER = Path(__file__).parent
HOW = "write one by hand, as the log has it"


def test_every_version_of_every_type_has_a_sample_that_loads():
    check_samples_of(LIFECYCLE_EVENTS, FOLDER, how=HOW)


@pytest.mark.parametrize("event_type", LIFECYCLE_EVENTS, ids=lambda each: each.__name__)
def test_a_missing_sample_is_named(event_type, tmp_path):
    shutil.copytree(FOLDER / "events", tmp_path / "events")
    (tmp_path / "events" / f"{event_type.__name__}.v1.json").unlink()
    with pytest.raises(AssertionError, match=rf"{event_type.__name__}\.v1\.json"):
        check_samples_of(LIFECYCLE_EVENTS, tmp_path, how=HOW)


def test_a_risen_schema_asks_for_its_sample(monkeypatch):
    monkeypatch.setattr(SeatAway, "schema_version", 2)
    monkeypatch.setattr(SeatAway, "upcasters", {1: dict})
    with pytest.raises(AssertionError, match=r"lacks \['SeatAway\.v2\.json'\]"):
        check_samples_of(LIFECYCLE_EVENTS, FOLDER, how=HOW)
