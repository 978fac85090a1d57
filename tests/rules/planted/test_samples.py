"""Samples of stored events: none may lack, none may be rewritten, and all load."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.contract.record_samples import record
from tests.rules.contract.samples import check_samples
from tests.rules.contract.subject import Subject, subject_of
from tests.rules.planted import releases
from tests.rules.planted.magpies.game import RULESET
from tests.rules.planted.risen import RisenMagpies

FOLDER = Path(__file__).parent / "magpies"


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    shutil.copytree(FOLDER / "events", tmp_path / "events")
    return replace(subject_of(RULESET, FOLDER), folder=tmp_path)


def test_the_samples_of_an_honest_ruleset_load(subject: Subject):
    check_samples(subject)
    assert record(subject) == []


def test_a_missing_sample_fails_until_it_is_recorded(subject: Subject):
    (subject.folder / "events" / "CardBuried.v1.json").unlink()
    with pytest.raises(AssertionError, match=r"lacks .*CardBuried"):
        check_samples(subject)
    assert record(subject) == ["CardBuried.v1.json"]
    check_samples(subject)


def test_a_sample_of_no_event_fails(subject: Subject):
    (subject.folder / "events" / "CardBurnt.v1.json").write_text("{}")
    with pytest.raises(AssertionError, match="of no event"):
        check_samples(subject)


def test_a_sample_that_is_written_back_otherwise_fails(subject: Subject):
    path = subject.folder / "events" / "RoundEnded.v1.json"
    path.write_text(path.read_text().replace('"points"', '"seat": null, "points"'))
    with pytest.raises(AssertionError, match="not written back the same"):
        check_samples(subject)


def test_an_old_sample_is_led_on_and_a_new_one_joins_it(subject: Subject):
    risen = replace(subject, ruleset=RisenMagpies())
    assert record(risen) == ["CardSealed.v2.json"]
    assert (subject.folder / "events" / "CardSealed.v1.json").exists()
    check_samples(risen)
    assert record(replace(subject, ruleset=releases.THIRD)) == ["CardSealed.v3.json"]
    check_samples(replace(subject, ruleset=releases.THIRD))


def test_a_version_between_the_first_and_the_last_needs_a_sample_too(subject: Subject):
    third = replace(subject, ruleset=releases.THIRD)
    record(third)
    with pytest.raises(AssertionError, match=r"lacks .*CardSealed\.v2"):
        check_samples(third)
