"""`herdbook quick-match`, `herdbook offer` and `herdbook chat`."""

import json

import pytest
from herdbook.terminal.main import main


@pytest.fixture
def hall(peer, words, monkeypatch):
    """A peer with one game, which starts at the second look; what is said there is kept."""
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    peer.said, peer.looks = [], 0

    def script(asked):
        path = asked.path.removeprefix("/api/v1").partition("?")[0]
        if path.endswith("/chat"):
            return _chat(asked)
        if path.endswith("/offer"):
            return words.Answer(204) if asked.method == "DELETE" else words.ok(words.game())
        if path == "/quick-match":
            return words.ok(words.game(status="open", table=None), 201)
        if path != "/games/g1":
            return words.ok({"status": "ready"})
        peer.looks += 1
        return words.ok(words.game(status="open" if peer.looks < 2 else "running"), ETag='"5"')

    def _chat(asked):
        if asked.method == "POST":
            number = len(peer.said) + 1
            message = {"id": f"m{number}", "number": number, "room": "players", "seat": 0,
                       "name": "ann", "at": "2026-01-01T00:00:00.000Z", **asked.body}  # fmt: skip
            peer.said.append(message)
            return words.ok(message, 201)
        after = int(asked.path.partition("after=")[2].partition("&")[0])
        items = [message for message in peer.said if message["number"] > after]
        return words.ok({"items": items, "next": None}) if items else words.Answer(204)

    peer.script = script
    return peer


def bodies(peer, end):
    return [asked.body for asked in peer.asked if asked.path.partition("?")[0].endswith(end)]


def test_a_quick_match_waits_for_its_start(hall, capsys):
    assert main(["quick-match", "--url", hall.url, "--seats", "3", "--seconds", "60"]) == 0
    (body,) = bodies(hall, "/quick-match")
    control = {"kind": "per_move", "seconds": 60}
    assert body == {"ruleset": "mow", "seats": 3, "time_control": control}
    assert "has started" in capsys.readouterr().out
    assert hall.looks == 2


def test_a_quick_match_need_not_be_waited_for(hall, capsys):
    assert main(["quick-match", "--url", hall.url, "--no-wait"]) == 0
    assert "waits for players" in capsys.readouterr().out
    assert hall.looks == 0


def test_a_seat_is_offered_and_kept_after_all(hall, capsys):
    assert main(["offer", "g1", "--url", hall.url, "--to", "bob"]) == 0
    assert main(["offer", "g1", "--url", hall.url, "--seat", "1", "--withdraw"]) == 0
    out = capsys.readouterr().out
    assert "offered to bob" in out
    assert "not on offer any more" in out
    asked = [(one.method, one.path) for one in hall.asked if one.path.endswith("/offer")]
    assert asked == [
        ("POST", "/api/v1/games/g1/seats/0/offer"),
        ("DELETE", "/api/v1/games/g1/seats/1/offer"),
    ]
    assert bodies(hall, "/seats/0/offer") == [{"account": "bob"}]


def test_what_is_said_is_read(hall, capsys):
    assert main(["chat", "g1", "Good luck!\x1b[31m", "--url", hall.url]) == 0
    assert main(["chat", "g1", "--url", hall.url]) == 0
    out = capsys.readouterr().out
    assert out.count("ann: Good luck!") == 2
    assert "\x1b[31m" not in out
    assert main(["chat", "g1", "--json", "--url", hall.url]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "ann"


@pytest.mark.parametrize("argv", [["quick-match"], ["offer", "g1"], ["chat", "g1", "hello"]])
def test_who_is_not_known_is_told_to_log_in(peer, words, capsys, monkeypatch, tmp_path, argv):
    monkeypatch.delenv("HERDBOOK_TOKEN", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    peer.script = lambda _: words.ok({"status": "ready"})
    assert main([*argv, "--url", peer.url]) != 0
    assert "herdbook login" in capsys.readouterr().err
    assert [asked.path for asked in peer.asked if asked.method == "POST"] == []
