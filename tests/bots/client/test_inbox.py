"""`herdbook inbox`: what is owed, and what is told from then on."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from herdbook.terminal.main import main
from herdbook.terminal.told import WORDS

from accounts.event_types import EventType


@pytest.fixture(autouse=True)
def token(monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")


def turn(number: int, **left: int):
    deadline = (datetime.now(UTC) + timedelta(**left, seconds=30)).isoformat() if left else None
    decision = {"id": f"d{number}", "seat": 0, "kind": "turn", "deadline_at": deadline}
    return {"game": f"g{number}", "ruleset": "mow", "version": 5, "decision": decision}


def told(number: int, kind: str, **data):
    return {"id": f"{number}-9", "type": kind, "at": "2026-01-01T00:00:00Z", "data": data}


def owed(*turns, count=None):
    count = len(turns) if count is None else count
    return {"items": list(turns), "next": None, "count": count, "events_after": "1-9"}


@pytest.fixture
def inbox(peer, words):
    """A peer with an inbox that ends the watching when all was told."""

    def follow(*parts):
        found = list(parts)

        def script(asked):
            path = asked.path.removeprefix("/api/v1")
            if path.startswith("/me/turns"):
                return words.ok(owed(turn(1, minutes=20), turn(2, days=2), turn(3)))
            if path.startswith("/me/events"):
                return found.pop(0) if found else words.problem(401, "token_revoked")
            return words.ok({"status": "ready"})

        peer.script = script
        return peer

    return follow


def test_what_is_owed_is_listed_with_the_time_that_is_left(inbox, capsys):
    assert main(["inbox", "--url", inbox().url]) == 0
    out = capsys.readouterr().out
    for shown in ("g1", "20 min", "g2", "2 d 0 h", "g3", "no limit", "mow · turn"):
        assert shown in out


def test_nothing_owed_is_told_in_words(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}), words.ok(owed()))
    assert main(["inbox", "--url", peer.url]) == 0
    assert "Nothing waits for you." in capsys.readouterr().out


def test_more_than_was_asked_for_is_counted(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}), words.ok(owed(turn(1), count=7)))
    assert main(["inbox", "--url", peer.url, "--limit", "1", "--sort", "waiting"]) == 0
    assert "6 more." in capsys.readouterr().out
    assert peer.asked[-1].path == "/api/v1/me/turns?sort=waiting&limit=1"


def test_a_long_list_is_fetched_part_by_part(peer, words, capsys):
    first = owed(*[turn(number) for number in range(500)], count=501) | {"next": "c"}
    peer.says(words.ok({"status": "ready"}), words.ok(first), words.ok(owed(turn(500))))
    assert main(["inbox", "--url", peer.url, "--limit", "600", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["game"] for line in lines] == [f"g{number}" for number in range(501)]
    assert peer.asked[-1].path.endswith("limit=100&cursor=c")


def test_what_happens_is_told_line_by_line_and_goes_on_at_the_cursor(inbox, words, capsys):
    peer = inbox(
        words.ok(
            {
                "items": [
                    told(2, "game.started", game="g4"),
                    told(
                        3, "game.decision_requested", game="g4", deadline_at="2026-01-02T12:00:00Z"
                    ),
                    told(4, "something.new", answer=42),
                ],
                "next": None,
                "cursor": "4-9",
            }
        ),
        words.Answer(204),
    )
    assert main(["inbox", "--url", peer.url, "--watch"]) == 1
    captured = capsys.readouterr()
    for line in ("g4 begins", "g4 waits for you, until 02 Jan", "something.new (answer: 42)"):
        assert line in captured.out
    asked = [one.path.rpartition("?")[2] for one in peer.asked if "/me/events" in one.path]
    assert asked == ["after=1-9&limit=100", "after=4-9&limit=100", "after=4-9&limit=100"]


def test_programs_get_a_line_of_json_for_each(inbox, words, capsys):
    event = told(2, "game.started", game="g4")
    peer = inbox(words.ok({"items": [event], "next": None, "cursor": "2-9"}))
    assert main(["inbox", "--url", peer.url, "--watch", "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("game") for line in lines[:3]] == ["g1", "g2", "g3"]
    assert (lines[3]["type"], lines[3]["data"]) == ("game.started", {"game": "g4"})


def test_a_place_that_is_too_old_is_begun_anew(inbox, words, capsys):
    peer = inbox(words.problem(410, "cursor_expired"), words.Answer(204))
    assert main(["inbox", "--url", peer.url, "--watch"]) == 1
    assert capsys.readouterr().out.count("20 min") == 2


def test_an_inbox_needs_a_log_in(peer, words, capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("HERDBOOK_TOKEN")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    peer.says(words.ok({"status": "ready"}))
    assert main(["inbox", "--url", peer.url]) == 1
    assert "`herdbook login` first" in capsys.readouterr().err


def test_all_that_can_happen_to_a_game_has_words():
    of_games = {str(one) for one in EventType if one.startswith(("game.", "invitation."))}
    assert of_games <= set(WORDS)
