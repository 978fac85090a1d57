"""`client.webhooks`, and `herdbook webhooks`."""

import json
from typing import Any

import herdbook
import pytest
from herdbook.terminal.main import main

ATTEMPT = {"at": "2026-01-01T00:00:00Z", "status": 500, "failure": "refused", "latency_ms": 12}


def delivery(**changes: Any) -> dict[str, Any]:
    return {
        "id": "d1",
        "message": "msg_d1",
        "type": "game.finished",
        "at": "2026-01-01T00:00:00Z",
        "state": "failed",
        "attempts": [ATTEMPT],
        "next_attempt_at": None,
        "created_at": "2026-01-01T00:00:00Z",
        **changes,
    }


def webhook(**changes: Any) -> dict[str, Any]:
    return {
        "id": "w1",
        "url": "https://example.org/\x1b[31m",
        "description": "",
        "types": ["game.finished"],
        "disabled": None,
        "failures": 0,
        "failing_since": None,
        "earlier_secret_until": None,
        "created_at": "2026-01-01T00:00:00Z",
        **changes,
    }


@pytest.fixture
def hooks(peer, words):
    """A peer with one webhook and one delivery."""

    disabled = {"at": "2026-01-01T00:00:00Z", "reason": "gone"}
    sent = delivery(state="delivered", attempts=[{**ATTEMPT, "failure": None}])
    answers = {
        "GET /webhooks": words.ok({"items": [webhook()], "next": None}),
        "POST /webhooks": words.ok(webhook(secret="whsec_a"), status=201),
        "GET /webhooks/w1": words.ok(webhook(disabled=disabled)),
        "PATCH /webhooks/w1": words.ok(webhook(disabled=disabled)),
        "DELETE /webhooks/w1": words.Answer(204),
        "POST /webhooks/w1/rotate-secret": words.ok(webhook(secret="whsec_a")),
        "POST /webhooks/w1/test": words.ok(delivery(state="waiting", attempts=[]), status=202),
        "GET /webhooks/w1/deliveries/d1": words.ok(sent),
        "GET /webhooks/w1/deliveries": words.ok({"items": [delivery()], "next": None}),
        "POST /webhooks/w1/redeliver": words.ok({"count": 3}, status=202),
    }

    def script(asked):
        path, _, _ = asked.path.removeprefix("/api/v1").partition("?")
        return answers.get(f"{asked.method} {path}", words.ok({"status": "ready"}))

    peer.script = script
    return peer


def test_each_call_has_its_method_path_and_body(client, hooks):
    made = client.webhooks.create("https://example.org/", ["game.finished"])
    assert (made.secret, repr(made).count("whsec_")) == ("whsec_a", 0)
    assert client.webhooks.list().items[0].types == ("game.finished",)
    assert client.webhooks.view("w1").disabled.reason == "gone"
    client.webhooks.change("w1", {"enabled": True})
    assert client.webhooks.rotate_secret("w1").secret == "whsec_a"
    assert client.webhooks.test("w1").state == "waiting"
    assert client.webhooks.delivery("w1", "d1").attempts[0].latency_ms == 12
    assert client.webhooks.deliveries("w1", state="failed").items[0].attempts[0].status == 500
    assert client.webhooks.redeliver("w1", delivery="d1") == 3
    client.webhooks.delete("w1")
    sent = [(one.method, one.path.removeprefix("/api/v1"), one.body) for one in hooks.asked]
    assert sent == [
        ("POST", "/webhooks", {"url": "https://example.org/", "types": ["game.finished"]}),
        ("GET", "/webhooks", None),
        ("GET", "/webhooks/w1", None),
        ("PATCH", "/webhooks/w1", {"enabled": True}),
        ("POST", "/webhooks/w1/rotate-secret", None),
        ("POST", "/webhooks/w1/test", None),
        ("GET", "/webhooks/w1/deliveries/d1", None),
        ("GET", "/webhooks/w1/deliveries?state=failed", None),
        ("POST", "/webhooks/w1/redeliver", {"delivery": "d1"}),
        ("DELETE", "/webhooks/w1", None),
    ]
    keyed = {one.path.rpartition("/")[2] for one in hooks.asked if "idempotency-key" in one.headers}
    assert keyed == {"test", "redeliver"}


def test_a_secret_is_asked_for_once(client, peer, words):
    """A lost answer may have made a webhook: nobody should make a second one unasked."""
    peer.says(words.lost)
    with pytest.raises(herdbook.ConnectionFailedError):
        client.webhooks.create("https://example.org/", ["game.finished"])
    assert len(peer.asked) == 1


@pytest.mark.parametrize(
    ("words_of", "shown"),
    [
        ("list", "https://example.org/\N{REPLACEMENT CHARACTER}[31m"),
        ("add https://example.org/ game.finished", "secret       whsec_a"),
        ("show w1", "disabled (gone)"),
        ("rotate w1", "secret       whsec_a"),
        ("enable w1", "disabled (gone)"),
        ("test w1", "delivered, status 500, 12 ms"),
        ("deliveries w1", "refused"),
        ("redeliver w1 d1", "3 will be sent again."),
        ("remove w1", "It is removed."),
    ],
)
def test_each_action_says_what_it_did(hooks, capsys, monkeypatch, words_of, shown):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["webhooks", "--url", hooks.url, *words_of.split()]) == 0
    out = capsys.readouterr().out
    assert shown in out
    assert "\x1b" not in out
    assert main(["webhooks", *words_of.split(), "--url", hooks.url, "--json"]) == 0
    for line in capsys.readouterr().out.splitlines():
        json.loads(line)


def test_a_secret_is_written_only_where_it_is_made(hooks, capsys, monkeypatch):
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_1_x")
    for action in ("list", "show w1", "enable w1"):
        assert main(["webhooks", *action.split(), "--json", "--url", hooks.url]) == 0
        assert "secret" not in json.loads(capsys.readouterr().out)
    assert main(["webhooks", "rotate", "w1", "--json", "--url", hooks.url]) == 0
    assert json.loads(capsys.readouterr().out)["secret"] == "whsec_a"


def test_it_needs_an_account(hooks, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["webhooks", "list", "--url", hooks.url]) == 1
    assert "herdbook login" in capsys.readouterr().err
