"""`herdbook pause`, `resume` and `vacation`, and the calls behind them."""

import json
from datetime import UTC, datetime

import herdbook
import pytest
from herdbook.terminal.main import main

SOON = "2026-12-24T18:00:00.000Z"
OWN = {"balance": 435_600, "vacation": {"starts_at": "2026-12-20T08:00:00.000Z", "ends_at": SOON}}


@pytest.fixture
def resting(peer, words, monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    paused = words.game(
        status="paused",
        pause={"seat": 0, "since": "2026-12-20T08:00:00.000Z", "resume_at": SOON, "incident": None},
    )
    calls = {
        "GET /health/ready": words.ok({"status": "ready"}),
        "POST /games/g1/pause": words.ok(paused),
        "POST /games/g1/resume": words.ok(words.game(pause=None)),
        "GET /me/vacation": words.ok(OWN),
        "PUT /me/vacation": words.ok(OWN),
        "DELETE /me/vacation": words.Answer(204),
    }
    peer.script = lambda asked: calls[f"{asked.method} {asked.path.removeprefix('/api/v1')}"]
    peer.calls = calls
    return peer


def run(peer, *argv: str) -> int:
    return main([*argv, "--url", peer.url])


def test_a_game_is_paused_and_goes_on(resting, capsys):
    assert run(resting, "pause", "g1", "--until", "2026-12-24T18:00+00:00") == 0
    assert "It goes on by itself on 24 Dec at" in capsys.readouterr().out
    (body,) = [asked.body for asked in resting.asked if asked.method == "POST"]
    assert datetime.fromisoformat(body["resume_at"]) == datetime(2026, 12, 24, 18, tzinfo=UTC)
    assert run(resting, "resume", "g1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == "g1"
    assert run(resting, "resume", "g1") == 0
    assert "The game goes on" in capsys.readouterr().out


def test_a_vacation_is_shown_taken_and_ended(resting, capsys):
    assert run(resting, "vacation") == 0
    assert "5 days and 1 hours of vacation left" in capsys.readouterr().out
    assert run(resting, "vacation", "--from", "2026-12-20", "--until", "2026-12-24") == 0
    body = next(asked.body for asked in resting.asked if asked.method == "PUT")
    assert {name: datetime.fromisoformat(text).day for name, text in body.items()} == {
        "starts_at": 20,
        "ends_at": 24,
    }
    assert run(resting, "vacation", "--end", "--json") == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["balance"] == OWN["balance"]
    assert "DELETE" in {asked.method for asked in resting.asked}


@pytest.mark.parametrize(
    "argv", [["vacation", "--from", "2026-12-20"], ["vacation", "--until", "soon"]]
)
def test_what_makes_no_sense_is_not_sent(resting, argv, capsys):
    try:
        code = run(resting, *argv)
    except SystemExit as end:
        code = int(end.code or 0)
    assert code in {1, 2}
    assert "PUT" not in {asked.method for asked in resting.asked}
    assert capsys.readouterr().err


def test_without_a_token_nobody_is_asked(peer, words, monkeypatch, tmp_path, capsys):
    monkeypatch.delenv("HERDBOOK_TOKEN", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    peer.script = lambda _: words.ok({"status": "ready"})
    for argv in (["pause", "g1"], ["resume", "g1"], ["vacation"]):
        assert run(peer, *argv) == 1
        assert "herdbook login" in capsys.readouterr().err


def test_refusals_have_classes_of_their_own(client, peer, words):
    peer.script = lambda _: words.problem(409, "pause_budget_exhausted")
    with pytest.raises(herdbook.PauseBudgetExhaustedError):
        client.games.pause("g1")
    peer.script = lambda _: words.problem(500, "game_incident", incident="b4c1")
    with pytest.raises(herdbook.GameIncidentError) as failure:
        client.games.resign("g1")
    assert failure.value.problem.members["incident"] == "b4c1"
    assert not failure.value.retryable
