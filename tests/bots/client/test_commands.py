"""`herdbook games` and `herdbook replay`."""

import json

import pytest
from herdbook.terminal.main import main


@pytest.fixture
def shelf(peer, words):
    """A peer with 230 games in its lists and the replay of one."""

    def script(asked):
        path, _, query = asked.path.removeprefix("/api/v1").partition("?")
        if path == "/games":
            wanted = dict(part.split("=") for part in query.split("&"))
            start, limit = int(wanted.get("cursor", 0)), int(wanted["limit"])
            items = [words.game(id=f"g{number}", table=None) for number in range(230)]
            end = start + limit
            return words.ok(
                {"items": items[start:end], "next": str(end) if end < len(items) else None}
            )
        if path == "/games/g1/replay":
            return words.ok(REPLAY)
        return words.ok({"status": "ready"})

    peer.script = script
    return peer


REPLAY = {
    "format": "herdbook-replay/1", "id": "g1", "ruleset": "mow", "rules_version": 1, "seats": 2,
    "options": {}, "shuffles": [], "moves": [], "names": ["Zoë", None],
    "events": [
        {"version": 1, "type": "CowPlayed", "at": "2026-01-01T00:00:00.000Z", "seat": 0,
         "cause": "player", "data": {"card": "7.2", "slot": None, "arrow": None}},
        {"version": 2, "type": "GameFinished", "at": "2026-01-01T00:00:01.000Z", "seat": None,
         "cause": "system", "data": {"outcome": {"winners": [0], "reason": "completed"}}},
    ],
    "result": {"winners": [0], "losers": [1], "scores": [3, 101], "reason": "completed"},
}  # fmt: skip


def test_games_are_listed_in_a_table(shelf, capsys):
    argv = ["games", "--url", shelf.url, "--limit", "2", "--status", "running", "--open", "--mine"]
    assert main(argv) == 0
    out = capsys.readouterr().out
    for shown in ("g0", "g1", "mow", "running", "house-normal"):
        assert shown in out
    assert "g2" not in out
    assert shelf.asked[-1].path == ("/api/v1/games?status=running&mine=true&open=true&limit=2")


def test_many_games_are_fetched_part_by_part(shelf, capsys):
    assert main(["games", "--url", shelf.url, "--limit", "210", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["id"] for line in lines] == [f"g{number}" for number in range(210)]
    assert [asked.path.rpartition("?")[2] for asked in shelf.asked[1:]] == [
        "limit=100", "limit=100&cursor=100", "limit=10&cursor=200",
    ]  # fmt: skip


def test_no_games_are_told_in_words(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}), words.ok({"items": [], "next": None}))
    assert main(["games", "--url", peer.url]) == 0
    assert "no such game" in capsys.readouterr().out


def test_a_replay_is_told_event_by_event(shelf, capsys):
    assert main(["replay", f"{shelf.url}/api/v1/games/g1", "--url", shelf.url, "--seat", "0"]) == 0
    out = capsys.readouterr().out
    places = [out.index(told) for told in ("Zoë plays 7••", "won by Zoë", "Result: completed")]
    assert places == sorted(places)
    assert shelf.asked[-1].path.endswith("/games/g1/replay?seat=0")


def test_a_replay_is_stepped_through(shelf, capsys, monkeypatch):
    steps = []
    monkeypatch.setattr("builtins.input", lambda *_: steps.append(1))
    assert main(["replay", "g1", "--url", shelf.url, "--step"]) == 0
    assert len(steps) == 2


def test_a_replay_is_saved_unaltered_and_told_again_without_a_server(shelf, capsys, tmp_path):
    file = tmp_path / "game.json"
    assert main(["replay", "g1", "--url", shelf.url, "-o", str(file)]) == 0
    assert json.loads(file.read_text()) == REPLAY
    shelf.stop()
    assert main(["replay", str(file), "--url", shelf.url]) == 0
    assert "Zoë plays 7••" in capsys.readouterr().out


def test_a_replay_is_written_as_json(shelf, capsys):
    assert main(["replay", "g1", "--url", shelf.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == REPLAY


@pytest.mark.parametrize("text", ["", "[]", '{"id": "g1"}', '{"id": 1, "events": {}}', "no"])
def test_another_file_is_no_replay(text, tmp_path, capsys):
    file = tmp_path / "notes.txt"
    file.write_text(text)
    assert main(["replay", str(file)]) == 1
    assert "no replay file" in capsys.readouterr().err


def test_a_place_where_nothing_can_be_saved_is_named(shelf, tmp_path, capsys):
    argv = ["replay", "g1", "--url", shelf.url, "-o", str(tmp_path / "no" / "where.json")]
    assert main(argv) == 1
    assert "where.json" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["games", "--limit", "0"], ["games", "--status", "lost"]])
def test_misuse_is_told(argv, capsys):
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert "usage: herdbook games" in capsys.readouterr().err


def test_a_table_for_a_person_needs_a_terminal(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}))
    assert main(["play", "--me", "--url", peer.url]) == 1
    assert "needs a terminal" in capsys.readouterr().err
