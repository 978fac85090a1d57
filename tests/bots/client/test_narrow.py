"""What the command line says fits a terminal of 80 columns, where it does not wrap by itself."""

import pytest
from herdbook.terminal.main import main

from tests.bots.client.test_webhooks import delivery

COMMANDS = (
    *(
        "play",
        "watch",
        "inbox",
        "stream",
        "plan",
        "games",
        "quick-match",
        "offer",
        "chat",
        "report",
    ),
    *("undo", "pause", "resume", "vacation", "replay", "import", "verify", "rulesets", "webhooks"),
    *("export", "login", "logout"),
)
WIDTH = 80


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > WIDTH] == []


def test_deliveries_fit_and_are_whole(peer, words, capsys, monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    id_, type_ = "0" * 36, "game.decision_requested"
    page = words.ok({"items": [delivery(id=id_, type=type_)], "next": None})
    ready = words.ok({"status": "ready"})
    peer.script = lambda asked: page if "deliveries" in asked.path else ready
    assert main(["webhooks", "deliveries", "w1", "--url", peer.url]) == 0
    out = capsys.readouterr().out
    assert id_ in out
    assert f"{type_}: refused, status 500, 12 ms" in out
    assert [line for line in out.splitlines() if len(line) > WIDTH] == []
