"""`herdbook import`, and what of a replay file is sent."""

import asyncio
import json

import herdbook
import pytest
from herdbook.imports import needed
from herdbook.terminal.main import main

REPLAY = {
    "format": "herdbook-replay/1",
    "id": "g1",
    "ruleset": "mow",
    "rules_version": 1,
    "seats": 2,
    "options": {"limit": 10},
    "shuffles": [{"version": 5, "purpose": "deal", "order": ["7.2"]}],
    "moves": [
        {
            "version": 6,
            "seat": 0,
            "move": "7.2",
            "cause": "player",
            "at": "2026-01-01T00:00:00.000Z",
        }
    ],
    "events": [
        {"version": 1, "type": "GameStarted", "seat": None, "data": {"first_seat": 0}}
        | {
            "at": "2026-01-01T00:00:00.000Z",
            "cause": "system",
            "payload": "{}",
            "salt": "00",
            "hash": "11",
        }
    ],
    "result": {"winners": [0], "losers": [1], "scores": [3, 101], "reason": "completed"},
    "names": ["alice", "bob"],
    "position_hash": "22",
    "proof": {"secret": "33"},
}
SENT = {
    "format": "herdbook-replay/1",
    "ruleset": "mow",
    "rules_version": 1,
    "seats": 2,
    "options": {"limit": 10},
    "shuffles": REPLAY["shuffles"],
    "moves": [{"version": 6, "seat": 0, "move": "7.2"}],
    "events": [{"version": 1, "type": "GameStarted", "seat": None, "data": {"first_seat": 0}}],
    "result": REPLAY["result"],
    "position_hash": "22",
}


@pytest.fixture
def file(tmp_path):
    saved = tmp_path / "game.json"
    saved.write_text(json.dumps(REPLAY))
    return saved


@pytest.fixture
def server(peer, words, monkeypatch):
    """A peer that imports whatever it is sent."""
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    game = words.game(id="g7", status="finished", outcome=REPLAY["result"], imported=True)
    posted = words.ok(game)
    ready = words.ok({"status": "ready"})
    peer.script = lambda asked: posted if asked.method == "POST" else ready
    return peer


def test_what_a_server_needs_is_sent_and_nothing_else(client, peer, words):
    peer.says(words.ok(words.game(id="g7", imported=True)))
    game = client.games.import_replay(REPLAY)
    assert (game.id, game.imported) == ("g7", True)
    [asked] = peer.asked
    assert (asked.method, asked.path) == ("POST", "/api/v1/imports")
    assert asked.body == SENT
    assert asked.headers["idempotency-key"]


def test_the_async_client_does_the_same(peer, words):
    peer.says(words.ok(words.game(id="g7")))

    async def ask():
        async with herdbook.AsyncClient(peer.url, "hb_1_x") as client:
            return await client.games.import_replay(REPLAY)

    assert asyncio.run(ask()).id == "g7"
    assert peer.asked[0].body == SENT


@pytest.mark.parametrize("rows", [None, 5, "x", [5, None], [{"a": 1}]])
def test_what_is_no_replay_is_left_to_the_server(rows):
    assert needed({"moves": rows}).keys() == {"moves"}


def test_a_file_is_imported(server, file, capsys):
    assert main(["import", str(file), "--url", server.url]) == 0
    out = capsys.readouterr().out
    assert "Imported as g7" in out
    assert "in the same position" in out
    assert "Result: completed" in out


def test_a_program_gets_json(server, file, capsys):
    assert main(["import", str(file), "--url", server.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "g7"


def test_a_file_that_tells_no_game_is_named_with_the_place(server, words, file, capsys):
    error = {"pointer": "/moves/0/move", "code": "bad_replay", "detail": "Not this card."}
    refused = words.problem(422, "bad_replay", detail="Not this card.", errors=[error])
    ready = words.ok({"status": "ready"})
    server.script = lambda asked: refused if asked.method == "POST" else ready
    assert main(["import", str(file), "--url", server.url]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "tells no game: Not this card. (at /moves/0/move)" in told


@pytest.mark.parametrize("text", ["[]", "no JSON", '"herdbook-replay/1"'])
def test_another_file_is_no_replay(server, tmp_path, capsys, text):
    other = tmp_path / "other.json"
    other.write_text(text)
    assert main(["import", str(other), "--url", server.url]) == 1
    assert "is no replay file" in " ".join(capsys.readouterr().err.split())
    assert [asked for asked in server.asked if asked.method == "POST"] == []


def test_it_asks_for_a_token(server, file, capsys, monkeypatch):
    monkeypatch.delenv("HERDBOOK_TOKEN")
    assert main(["import", str(file), "--url", server.url]) == 1
    assert "herdbook login" in capsys.readouterr().err


def test_a_story_is_saved_as_text(tmp_path, file, capsys):
    story = tmp_path / "game.txt"
    assert main(["replay", str(file), "-o", str(story), "--text"]) == 0
    told = story.read_text()
    assert "\x1b" not in told
    assert "alice" in told
    assert "Result: completed" in told
    assert max(map(len, told.splitlines())) <= 100
