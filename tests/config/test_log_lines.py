"""The log as JSON: one object a line, one line a command, and never a card."""

import io
import json
import logging
import re

import pytest

from config.log_lines import JsonLines, TextLines
from games.rules.mow.cards import PACK
from tests.cast import Caller
from tests.tables import seated


@pytest.fixture
def written():
    """Whatever is logged meanwhile, as the file would have it."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    root, level = logging.getLogger(), logging.getLogger("herdbook.commands").level
    root.addHandler(handler)
    logging.getLogger("herdbook.commands").setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in lines.getvalue().splitlines()]
    root.removeHandler(handler)
    logging.getLogger("herdbook.commands").setLevel(level)


def test_a_command_is_one_line_with_the_id_of_its_request(alice, bob, written):
    game = seated(alice, bob)
    before = len(written())
    moved = alice.move(game)
    [line] = [one for one in written()[before:] if one["logger"] == "herdbook.commands"]
    assert line["request_id"] == moved["Request-Id"]
    assert {name: line[name] for name in ("game", "cause", "before", "after", "level")} == {
        "game": game,
        "cause": "bot",
        "before": 6,
        "after": 8,
        "level": "INFO",
    }
    assert line["events"] == "CowPlayed,CardDrawn"
    assert line.pop("ms") > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("at"))
    text = re.sub(r"ms=[\d.]+", "", json.dumps(line))  # 7.2 is a duration, too
    assert not [card for card in PACK.code_of if card in text]


def test_an_error_is_one_line_too_and_outside_of_a_request_there_is_no_id(written):
    Caller().get("/time")
    try:
        1 / 0  # noqa: B018 - it fails
    except ZeroDivisionError:
        logging.getLogger("herdbook.sweep").exception("a run of %s failed", "sweep")
    line = written()[-1]
    assert (line["message"], line["level"]) == ("a run of sweep failed", "ERROR")
    assert "ZeroDivisionError" in line["exc_info"]
    assert "request_id" not in line


@pytest.mark.parametrize("form", [JsonLines, TextLines])
def test_no_line_holds_what_opens_something(form):
    """A client that sends its token as an address, say, which the library that refuses it quotes."""
    lines = io.StringIO()
    handler, log = logging.StreamHandler(lines), logging.getLogger("tests.of.the.log")
    handler.setFormatter(form())
    log.addHandler(handler)
    try:
        int(f"hb_{'0' * 16}_{'a' * 64}")
    except ValueError:
        log.exception("Not found: %s", f"/hb_{'1' * 16}_{'b' * 64}/whsec_{'c' * 32}==/x")
    log.removeHandler(handler)
    written = lines.getvalue()
    assert "a" * 64 not in written
    assert f"/hb_{'1' * 16}_.../whsec_.../x" in written
