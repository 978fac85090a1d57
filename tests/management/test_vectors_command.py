"""`manage.py vectors`: what it prints and how it ends."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

EXAMPLES = Path(__file__).parents[1] / "rules" / "vectors"


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    file = tmp_path / "mow.json"
    vectors = json.loads((EXAMPLES / "mow.json").read_text())[:2]
    vectors[1]["steps"] = [{"turn": 2}]
    file.write_text(json.dumps(vectors))
    return file


def test_examples_that_hold(capsys):
    call_command("vectors", str(EXAMPLES / "mow.json"))
    assert capsys.readouterr().out == "mow.json: 20 of 20 vectors hold\n"


def test_an_example_that_fails_is_named_with_what_came(failing, capsys):
    with pytest.raises(SystemExit) as end:
        call_command("vectors", str(EXAMPLES / "mow.json"), str(failing))
    assert end.value.code == 1
    assert capsys.readouterr().out.splitlines() == [
        "mow.json: 20 of 20 vectors hold",
        "MOW-02 failed (step 1: turn)",
        "  expected 2",
        "  came     0",
        "mow.json: 1 of 2 vectors hold",
    ]


def test_the_ruleset_may_be_named(failing, capsys):
    renamed = failing.rename(failing.with_name("other.json"))
    with pytest.raises(CommandError, match="There is no ruleset 'other'"):
        call_command("vectors", str(renamed))
    with pytest.raises(SystemExit):
        call_command("vectors", str(renamed), "--ruleset", "mow")
    assert "other.json: 1 of 2 vectors hold" in capsys.readouterr().out


@pytest.mark.parametrize("text", [None, "{}", "[", "[{}]"])
def test_a_file_that_cannot_be_read_is_an_error(tmp_path, text):
    file = tmp_path / "mow.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(CommandError, match=r"mow\.json"):
        call_command("vectors", str(file))
