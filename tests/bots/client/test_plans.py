"""Standing orders in the client library and on the command line."""

import io
import json

import herdbook
import pytest
from herdbook.terminal.main import main

ORDERS = [{"move": "take"}, {"move": {}, "after": 0}]
TEMPLATES = [
    {"name": "one", "title": "One", "text": "Plays one.", "orders": ORDERS[:1]},
    {"name": "two", "title": "Two", "text": "Plays two.", "orders": ORDERS[1:]},
]
PLAN = {
    "orders": ORDERS,
    "fates": [
        {
            "state": "done",
            "played": 2,
            "plays": [{"version": 7, "move": "take"}, {"version": 9, "move": "take"}],
            "void": None,
        },
        {"state": "void", "played": 0, "plays": [], "void": "round"},
    ],
    "version": 6,
    "given_at": "2026-01-01T00:00:00.000Z",
    "ended": "done",
}
EMPTY: dict[str, object] = {
    "orders": [],
    "fates": [],
    "version": None,
    "given_at": None,
    "ended": None,
}


@pytest.fixture
def plans(peer, words, monkeypatch):
    """A peer with orders for one game; what was sent is in `asked`."""
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")

    def script(asked):
        path = asked.path.removeprefix("/api/v1")
        if path == "/games/g1/plan":
            return words.ok(EMPTY if asked.method == "DELETE" else PLAN)
        if path == "/games/g1":
            return words.ok(words.game())
        if path == "/rulesets/mow":
            return words.ok({"slug": "mow", "plan": {"templates": TEMPLATES}})
        return words.ok({"status": "ready"})

    peer.script = script
    return peer


def sent(plans) -> list[dict[str, object]]:
    return [asked.body for asked in plans.asked if asked.method == "PUT"]


def test_the_library_gives_shows_and_ends(client, plans):
    plan = client.plans.give("g1", ORDERS, decision="d1", version=6)
    assert plan == client.plans.view("g1")
    assert plan.fates[0].plays[-1] == herdbook.OrderPlay(version=9, move="take")
    assert (plan.fates[1].void, plan.ended, plan.orders[1]) == ("round", "done", ORDERS[1])
    assert client.plans.end("g1") == herdbook.Plan()
    assert sent(plans) == [{"orders": ORDERS, "decision": "d1", "version": 6}]
    assert [one.name for one in client.ruleset("mow").plan_templates] == ["one", "two"]


def test_orders_are_shown_with_what_became_of_them(plans, capsys):
    assert main(["plan", "--url", plans.url, "show", "g1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "0 done, played 2 times: take at version 7, take at version 9" in out
    assert "1 void (round)" in out
    assert "Nothing of it stands any more: done." in out


def test_orders_are_named_or_read(plans, capsys, tmp_path, monkeypatch):
    file = tmp_path / "orders.json"
    file.write_text(json.dumps(ORDERS))
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(ORDERS[:1])))
    give = ["plan", "--url", plans.url, "--json", "set", "g1"]
    for source in (["--template", "two", "--template", "one"], ["--file", str(file)]):
        assert main([*give, *source]) == 0
    assert main([*give, "--file", "-"]) == 0
    assert [one["orders"] for one in sent(plans)] == [ORDERS[::-1], ORDERS, ORDERS[:1]]
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["ended"] for one in shown] == ["done"] * 3


def test_orders_are_taken_back(plans, capsys):
    assert main(["plan", "--url", plans.url, "clear", "g1"]) == 0
    assert capsys.readouterr().out == "You have given no orders in this game.\n"


def test_ready_made_orders_are_listed_for_anybody(plans, capsys, monkeypatch):
    monkeypatch.delenv("HERDBOOK_TOKEN")
    assert main(["plan", "--url", plans.url, "templates", "mow"]) == 0
    assert "two  Two\n  Plays two." in capsys.readouterr().out
    assert main(["plan", "--url", plans.url, "--json", "templates", "mow"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["orders"] for line in lines] == [ORDERS[:1], ORDERS[1:]]


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (["--template", "three"], "No orders are called three. There are: one, two."),
        (["--file", "nowhere.json"], "nowhere.json cannot be read"),
    ],
)
def test_what_cannot_be_given_is_said(plans, capsys, source, complaint):
    assert main(["plan", "--url", plans.url, "set", "g1", *source]) == 1
    assert complaint in capsys.readouterr().err
    assert not sent(plans)


def test_options_may_stand_behind_the_word(plans, capsys):
    assert main(["plan", "show", "g1", "--url", plans.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ended"] == "done"


def test_who_is_nobody_has_no_orders(plans, capsys, monkeypatch):
    monkeypatch.delenv("HERDBOOK_TOKEN")
    assert main(["plan", "--url", plans.url, "show", "g1"]) == 1
    assert "herdbook login" in capsys.readouterr().err


def test_a_refusal_says_where(client, peer, words, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    error = {"pointer": "/orders/0/move", "code": "bad_plan", "detail": "No such move."}
    peer.script = lambda asked: (
        words.problem(422, "bad_plan", errors=[error])
        if asked.method == "PUT"
        else words.ok({"status": "ready"})
    )
    with pytest.raises(herdbook.BadPlanError):
        client.plans.give("g1", [{"move": "x"}])
    file = tmp_path / "orders.json"
    file.write_text('[{"move": "x"}]')
    assert main(["plan", "--url", peer.url, "set", "g1", "--file", str(file)]) == 1
    assert "/orders/0/move: No such move." in " ".join(capsys.readouterr().err.split())
