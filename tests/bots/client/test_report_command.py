"""`herdbook report`: what it sends, what it says, and what it does not send."""

import json

import pytest
from herdbook.terminal.main import main

REPORT = {
    "id": "r1",
    "kind": "chat_abuse",
    "game": "g1",
    "player": "ben",
    "from_version": 3,
    "to_version": 9,
    "text": "So rude!",
    "made_at": "2026-12-20T08:00:00.000Z",
    "state": "open",
    "outcome": None,
}
SENT = ["report", "chat-abuse", "So rude!", "--game", "g1", "--player", "ben"]


@pytest.fixture
def moderators(peer, words, monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    answered = REPORT | {"id": "r2", "state": "closed", "outcome": "action_taken"}
    calls = {
        "GET /health/ready": words.ok({"status": "ready"}),
        "POST /reports": words.Answer(201, REPORT),
        "GET /reports": words.ok({"items": [REPORT, answered], "next": None}),
    }
    peer.script = lambda asked: calls[
        f"{asked.method} {asked.path.removeprefix('/api/v1').partition('?')[0]}"
    ]
    peer.calls = calls
    return peer


def run(peer, *argv: str) -> int:
    try:
        return main([*argv, "--url", peer.url])
    except SystemExit as end:
        return int(end.code or 0)


def test_a_breach_is_reported_with_what_to_look_at(moderators, capsys):
    """S79"""
    assert run(moderators, *SENT, "--from", "3", "--to", "9") == 0
    (body,) = [asked.body for asked in moderators.asked if asked.method == "POST"]
    assert body == {
        "kind": "chat_abuse",
        "text": "So rude!",
        "game": "g1",
        "player": "ben",
        "from_version": 3,
        "to_version": 9,
    }
    assert "Events 3 to 9 are kept as evidence" in capsys.readouterr().out
    assert run(moderators, *SENT, "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == "r1"


def test_what_came_of_reports_is_listed(moderators, capsys):
    assert run(moderators, "report") == 0
    shown = capsys.readouterr().out
    assert "a moderator will look at it" in shown
    assert "something was done about it" in shown
    assert run(moderators, "report", "--json", "--limit", "1") == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == ["r1"]


@pytest.mark.parametrize(
    "argv",
    [
        ["report", "rudeness", "So rude!"],
        ["report", "stalling"],
        ["report", "stalling", "  "],
        ["report", "--game", "g1"],
    ],
)
def test_what_makes_no_sense_is_not_sent(moderators, argv, capsys):
    assert run(moderators, *argv) in {1, 2}
    assert not [asked for asked in moderators.asked if asked.path.endswith("/reports")]
    assert capsys.readouterr().err


def test_a_report_that_does_not_apply_says_why(moderators, words, capsys):
    moderators.calls["POST /reports"] = words.problem(
        422, "report_not_applicable", detail="Name the game.", reason="needs_game"
    )
    assert run(moderators, "report", "stalling", "So slow!", "--player", "ben") == 1
    assert "Name the game." in capsys.readouterr().err


def test_without_a_token_nothing_is_reported(moderators, monkeypatch, tmp_path, capsys):
    monkeypatch.delenv("HERDBOOK_TOKEN")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run(moderators, *SENT) == 1
    assert "herdbook login" in capsys.readouterr().err
