"""The worked examples of every registered ruleset hold."""

from pathlib import Path

import pytest

from games.engine import registry
from games.engine.vectors import Vector, parse_vectors, run_vectors

FOLDER = Path(__file__).parent / "vectors"


def examples() -> list[tuple[str, Vector]]:
    registry.discover()
    return [
        (ruleset.slug, vector)
        for ruleset in registry.all_rulesets()
        for vector in parse_vectors((FOLDER / f"{ruleset.slug}.json").read_bytes())
    ]


@pytest.mark.parametrize(
    ("slug", "vector"), [pytest.param(*each, id=each[1].id) for each in examples()]
)
def test_a_worked_example_holds(slug, vector):
    assert run_vectors(registry.find_ruleset(slug), [vector]) == []


def test_every_file_of_examples_can_be_read():
    for file in sorted(FOLDER.glob("*.json")):
        assert parse_vectors(file.read_bytes()), file.name
