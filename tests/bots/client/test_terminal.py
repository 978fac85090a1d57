import _thread
import json
from typing import Any

import pytest
from herdbook.terminal.main import main

TOKEN = "hb_9_hush"


@pytest.fixture(autouse=True)
def no_token_of_the_developers_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def event(version, kind, **data):
    return {"version": version, "type": kind, "at": "2026-01-01T00:00:00Z", "seat": 0,
            "cause": "bot", "data": data}  # fmt: skip


@pytest.fixture
def table(peer, words):
    """A peer that plays a very short game of Mow."""
    events = [
        event(1, "GameCreated"),
        event(2, "RoundDealt", round=1, starter=0, deck_size=38, hand=["2.1"]),
        event(3, "CowPlayed", card="2.1", slot=None, arrow=None),
        event(4, "HerdTaken", cards=["2.1"]),
        event(5, "GameFinished", outcome={"winners": [0], "reason": "completed"}),
    ]
    end = words.finished(version=5)

    account = {"name": "sandbox-1", "kind": "bot"}
    calls = {
        "GET /health/ready": words.ok({"status": "ready"}),
        "POST /sandbox": words.ok({"token": TOKEN, "account": account}, 201),
        "GET /rulesets/mow": words.ok({"slug": "mow", "strategies": [{"name": "normal"}]}),
        "POST /games": words.ok(words.game(version=2), 201),
        "POST /games/g1/moves": words.ok({"events": events[2:], "game": end}, 201),
        "GET /games/g1": words.ok(end),
    }

    def script(asked):
        path, _, query = asked.path.removeprefix("/api/v1").partition("?")
        if path.endswith("/events"):
            after = int(query.removeprefix("after="))
            return words.ok({"items": events[after : after + 2], "next": None})
        return calls[f"{asked.method} {path}"]

    peer.script = script
    return peer


def test_play_tells_the_game_and_its_end(table, capsys):
    argv = ["play", "--url", table.url, "--seed", "1", "--seats", "3", "--pace", "0.001"]
    assert main(argv) == 0
    out = capsys.readouterr().out
    told = ("Round 1 is dealt", "▶  sandbox-1", "plays 2•", "takes the herd", "Result: completed")
    places = [out.index(words) for words in told]
    assert places == sorted(places)
    assert TOKEN not in out
    made = table.asked[3].body
    assert made["ruleset"] == "mow"
    assert made["seats"] == [{"kind": "me"}, *[{"kind": "house", "strategy": "normal"}] * 2]


def test_events_that_do_not_come_are_not_waited_for_ever(table, words, capsys):
    script = table.script

    def forgetful(asked):
        if "/events?" in asked.path:
            return words.ok({"items": [event(99, "CowPlayed", card="1.0")], "next": None})
        return script(asked)

    table.script = forgetful
    assert main(["play", "--url", table.url]) == 0
    assert "plays 1" not in capsys.readouterr().out


def test_on_a_terminal_the_table_stays_below_the_story(table, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["play", "--url", table.url]) == 0
    out = capsys.readouterr().out
    assert "\x1b[" in out
    assert "Result: completed" in out


def test_play_writes_lines_of_json(table, capsys):
    assert main(["play", "--url", table.url, "--json"]) == 0
    out = capsys.readouterr().out
    *events, last = [json.loads(line) for line in out.splitlines()]
    assert [line["event"]["version"] for line in events] == [1, 2, 3, 4, 5]
    assert events[1]["event"]["data"]["hand"] == ["2.1"]
    assert last["game"]["outcome"]["winners"] == [0]
    assert TOKEN not in out


def test_the_environment_names_the_server(table, capsys, monkeypatch):
    monkeypatch.setenv("HERDBOOK_URL", table.url)
    assert main(["watch", "g1"]) == 0
    assert "Result: completed" in capsys.readouterr().out
    assert "authorization" not in table.asked[-1].headers


def test_watch_takes_an_address_and_a_token(table, capsys, monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", TOKEN)
    assert main(["watch", f"{table.url}/api/v1/games/g1/", "--url", table.url]) == 0
    assert table.asked[-1].headers["authorization"] == f"Bearer {TOKEN}"
    assert TOKEN not in capsys.readouterr().out


RULESETS: list[dict[str, Any]] = [
    {"slug": "mow", "title": "Mow", "seats": {"min": 2, "max": 5},
     "strategies": [{"name": "normal", "about": "?"}, {"name": "hard"}]},
    {"slug": "tortoise", "title": "Tortoise Game", "seats": [2, 3, 4], "strategies": ["random"]},
    {"slug": "new"},
]  # fmt: skip


@pytest.fixture
def library(peer, words):
    """A peer that has several rulesets, and tells all about each only where it is asked."""

    def script(asked):
        for ruleset in RULESETS:
            if asked.path.endswith(f"/{ruleset['slug']}"):
                return words.ok(ruleset)
        return words.ok({"items": [{"slug": ruleset["slug"]} for ruleset in RULESETS]})

    peer.script = script
    return peer


def test_rulesets_are_listed(library, capsys):
    assert main(["rulesets", "--url", library.url]) == 0
    out = capsys.readouterr().out
    for shown in ("mow", "2-5", "normal, hard", "2-4", "random", "new"):
        assert shown in out


MOW: dict[str, Any] = RULESETS[0] | {
    "options": {
        "properties": {
            "limit": {"type": "integer", "minimum": 1, "maximum": 9, "default": 5,
                      "description": "Too many flies."},
            "first_seat": {"anyOf": [{"type": "integer", "minimum": 0}, {"enum": ["random"]}]},
            "long": {"type": "boolean"},
            "colour": {"type": "string"},
        }
    },
    "moves": {"take": "take the herd"},
    "strategies": [{"name": "normal", "text": "Plays well."}, "hard"],
}  # fmt: skip


def test_all_is_told_about_one_ruleset(peer, words, capsys):
    peer.says(words.ok({"status": "ready"}), words.ok(MOW))
    assert main(["rulesets", "mow", "--url", peer.url]) == 0
    out = capsys.readouterr().out
    for shown in (
        *("Mow: 2-5 seats", "limit", "1-9", "5", "Too many flies.", "0 and up or random"),
        *("true, false", "string", "take the herd", "Plays well.", "hard"),
    ):
        assert shown in out
    assert peer.asked[-1].path == "/api/v1/rulesets/mow"


def test_a_ruleset_of_tomorrow_is_told_as_far_as_it_is_understood(library, capsys):
    assert main(["rulesets", "new", "--url", library.url]) == 0
    assert "new" in capsys.readouterr().out
    assert main(["rulesets", "new", "--url", library.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"slug": "new"}


def test_a_ruleset_there_is_not_leads_to_the_list(peer, words, capsys):
    missing = words.problem(404, "not_found", detail="There is no ruleset 'chess'.")
    peer.says(words.ok({"status": "ready"}), missing)
    assert main(["rulesets", "chess", "--url", peer.url]) == 1
    assert "no ruleset 'chess'. `herdbook rulesets` lists them" in capsys.readouterr().err


def test_rulesets_are_written_as_they_are_told(library, capsys):
    assert main(["rulesets", "--url", library.url, "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == RULESETS


@pytest.mark.parametrize(
    ("status", "code", "advice"),
    [
        (404, "not_found", "Check the name or id"),
        (404, "not_found", "`herdbook rulesets`"),
        (403, "not_for_apps", "`herdbook login --password`"),
        (422, "bad_seats", "`herdbook rulesets`"),
        (401, "token_expired", "herdbook login"),
        (500, "internal", "request r1"),
        (409, "of_tomorrow", "of_tomorrow"),
    ],
)
def test_a_refusal_says_what_to_do(peer, words, capsys, monkeypatch, status, code, advice):
    monkeypatch.setenv("HERDBOOK_TOKEN", TOKEN)
    refusal = words.problem(status, code, request_id="r1", detail=f"It is {TOKEN}.")
    peer.says(words.ok({"status": "ready"}), refusal)
    assert main(["watch", "g1", "--url", peer.url]) == 1
    captured = capsys.readouterr()
    assert advice in captured.err
    assert code in captured.err
    assert TOKEN not in captured.err
    assert captured.out == ""


def test_no_server_says_how_to_start_one(peer, capsys):
    peer.stop()
    assert main(["play", "--url", peer.url]) == 1
    assert "make run" in capsys.readouterr().err


def test_something_else_that_answers_is_named(peer, words, capsys):
    peer.says(words.Answer(200, b"<html>", {"Content-Type": "text/html"}))
    assert main(["rulesets", "--url", peer.url]) == 1
    assert "address of a Herdbook server" in capsys.readouterr().err


def test_the_server_may_be_named_before_the_command_or_behind_it(library, capsys):
    for argv in (
        ["--url", library.url, "--json", "rulesets"],
        ["rulesets", "--url", library.url, "--json"],
        ["--url", "http://127.0.0.1:1", "rulesets", "--json", "--url", library.url],
    ):
        assert main(argv) == 0
        assert capsys.readouterr().out.startswith("{")


def test_ctrl_c_is_no_traceback(table, capsys):
    script = table.script

    def stop(asked):
        if asked.path.endswith("/moves"):
            _thread.interrupt_main()
        return script(asked)

    table.script = stop
    assert main(["play", "--url", table.url]) == 1
    assert "Stopped.\nThe game goes on without you" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["dance"],
        ["watch"],
        ["play", "--seats", "1"],
        ["play", "--seats", "many"],
        ["play", "--pace", "-1"],
        ["play", "--pace", "slowly"],
        ["play", "--url", "nowhere"],
        ["rulesets", "--url", "http://me:hush@127.0.0.1"],
    ],
)
def test_misuse_is_told_with_the_usage(capsys, argv):
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    err = capsys.readouterr().err
    assert "usage: herdbook" in err
    assert "hush" not in err


COMMANDS = ["play", "watch", "games", "undo", "replay", "rulesets", "login", "logout"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_helps(capsys, command):
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert "--url" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_first_help_names_all_commands_and_the_environment(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    assert all(command in out for command in [*COMMANDS, "HERDBOOK_URL", "HERDBOOK_TOKEN"])
