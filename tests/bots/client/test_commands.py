"""`herdbook games`, `herdbook replay` and `herdbook undo`."""

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


def test_games_are_listed_in_a_table(shelf, capsys, monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
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
    assert "There are no games yet." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--open"], "No game fits."),
        (["--mine"], "You have no games yet."),
        (["--mine", "--status", "running"], "You have no such game."),
    ],
    ids=" ".join,
)
def test_an_empty_list_says_what_was_asked_for(peer, words, capsys, monkeypatch, more, told):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    peer.says(words.ok({"status": "ready"}), words.ok({"items": [], "next": None}))
    assert main(["games", "--url", peer.url, *more]) == 0
    assert told in capsys.readouterr().out


def test_games_of_one_s_own_need_a_log_in(peer, words, capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("HERDBOOK_TOKEN", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    peer.says(words.ok({"status": "ready"}))
    assert main(["games", "--url", peer.url, "--mine"]) == 1
    assert "`herdbook login` first" in capsys.readouterr().err


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
    told = capsys.readouterr().err
    assert f"{file} is no replay file." in told.replace("\n", "")
    assert "_" not in told.replace(str(file), "")


def test_another_file_is_not_saved_as_a_replay(tmp_path, capsys):
    file, copy = tmp_path / "notes.bin", tmp_path / "copy.json"
    file.write_bytes(b"\xff\xfe")
    assert main(["replay", str(file), "-o", str(copy)]) == 1
    assert "not UTF-8" in capsys.readouterr().err
    assert not copy.exists()


@pytest.mark.parametrize("argv", [["missing.json"], ["no/such/game.json", "--json"]], ids=" ".join)
def test_a_file_that_is_not_there_is_missed_without_a_server(peer, capsys, argv):
    peer.stop()
    assert main(["replay", *argv, "--url", peer.url]) == 1
    assert f"{argv[0]}: No such file" in capsys.readouterr().err


def test_neither_a_file_nor_a_game_is_told_as_both(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}), words.problem(404, "not_found"))
    assert main(["replay", "nonsense", "--url", peer.url]) == 1
    assert "nonsense is no file here, and no game" in capsys.readouterr().err


def test_a_replay_of_a_running_game_is_to_be_watched(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}), words.problem(409, "game_running"))
    assert main(["replay", "g1", "--url", peer.url]) == 1
    assert "herdbook watch" in capsys.readouterr().err


def test_a_saved_file_has_no_other_seats(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(REPLAY))
    assert main(["replay", str(file), "--seat", "0"]) == 1
    assert "--seat goes with a game on the server" in capsys.readouterr().err


def test_a_place_where_nothing_can_be_saved_is_named(shelf, tmp_path, capsys):
    argv = ["replay", "g1", "--url", shelf.url, "-o", str(tmp_path / "no" / "where.json")]
    assert main(argv) == 1
    assert "where.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv",
    [["games", "--limit", "0"], ["games", "--status", "lost"], ["replay", "g1", "--seat", "-1"]],
)
def test_misuse_is_told(argv, capsys):
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert f"usage: herdbook {argv[0]}" in capsys.readouterr().err


def test_a_table_for_a_person_needs_a_terminal(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}))
    assert main(["play", "--me", "--url", peer.url]) == 1
    assert "needs a terminal" in capsys.readouterr().err


@pytest.mark.parametrize("token", ["hb_1_x", ""])
def test_a_game_is_gone_on_with_by_who_sits_in_it(
    peer, words, capsys, monkeypatch, tmp_path, token
):
    monkeypatch.setenv("HERDBOOK_TOKEN", token)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    peer.says(words.ok({"status": "ready"}), words.ok(words.game(you=None, decision=None)))
    assert main(["play", "--me", "--game", "g1", "--url", peer.url]) == 1
    told = "You hold no seat of g1; `herdbook watch g1`" if token else "`herdbook login`"
    assert told in capsys.readouterr().err


@pytest.fixture
def board(peer, words, monkeypatch):
    """A peer with one game, in which seat 0 (the caller) can have an undo; `board.undo` is that."""
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    seats = [
        {"seat": seat, "kind": "person", "name": name, "state": "playing", "score": 0}
        for seat, name in enumerate(("Zoë", "Ben"))
    ]
    peer.undo = {
        "possible": True,
        "reason": None,
        "to_version": 7,
        "consents": [],
        "waiting_for": [],
    }

    def script(asked):
        if not asked.path.startswith("/api/v1/games/"):
            return words.ok({"status": "ready"})
        if asked.method == "POST":
            peer.undo = {**peer.undo, **peer.after}
        return words.ok(words.game(seats=seats, undo=peer.undo))

    peer.script, peer.after = script, {}
    return peer


def test_an_undo_is_asked_for_by_its_version(board, capsys):
    board.after = {"consents": [0], "waiting_for": [1]}
    assert main(["undo", "g1", "--url", board.url]) == 0
    assert capsys.readouterr().out == "To go back to version 7 the game waits for Ben.\n"
    assert (board.asked[-1].path, board.asked[-1].body) == (
        "/api/v1/games/g1/undo",
        {"to_version": 7},
    )


def test_the_last_consent_takes_the_move_back(board, capsys):
    assert main(["undo", "g1", "--url", board.url]) == 0
    assert capsys.readouterr().out == "The game is back where it stood at version 7.\n"


def test_an_undo_is_declined(board, capsys):
    assert main(["undo", "g1", "--decline", "--url", board.url]) == 0
    assert "Declined" in capsys.readouterr().out
    assert board.asked[-1].body == {"consent": False, "to_version": 7}


def test_an_undo_for_a_program(board, capsys):
    assert main(["undo", "g1", "--json", "--url", board.url]) == 0
    assert json.loads(capsys.readouterr().out)["undo"]["to_version"] == 7


def test_why_there_is_no_undo_is_said(peer, words, capsys, monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    refusal = words.problem(409, "undo_impossible")
    peer.script = lambda asked: refusal if asked.method == "POST" else words.ok(words.game())
    assert main(["undo", "g1", "--url", peer.url]) == 1
    assert refusal.body["detail"] in capsys.readouterr().err


def test_an_undo_needs_a_log_in(peer, words, capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("HERDBOOK_TOKEN", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    peer.says(words.ok({"status": "ready"}))
    assert main(["undo", "g1", "--url", peer.url]) == 1
    assert "`herdbook login`" in capsys.readouterr().err
