"""Who one is at the command line: tokens are asked for, kept for one's own eyes, and given back."""

import getpass
import io
import json

import pytest
from herdbook import Client
from herdbook.terminal import tokens
from herdbook.terminal.main import main

TOKEN = "hb_9_hush"
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("HERDBOOK_TOKEN", raising=False)
    return tmp_path


@pytest.fixture
def registry(peer, words):
    """A peer that knows one account and its token."""
    account = {"name": "alice", "kind": "person"}
    calls = {
        "GET /health/ready": words.ok({"status": "ready"}),
        "POST /accounts": words.ok({"token": TOKEN, "account": account}, 201),
        "POST /tokens": words.ok({"token": TOKEN, "id": "t1", "label": "x", "scopes": []}, 201),
        "GET /token": words.ok({"id": "t1", "label": "x", "scopes": []}),
        "DELETE /tokens/t1": words.Answer(204),
        "GET /me": words.ok(account),
        "GET /players/alice": words.problem(404, "not_found"),
        "GET /games": words.ok({"items": [], "next": None}),
    }
    peer.script = lambda asked: calls[f"{asked.method} {asked.path[7:].partition('?')[0]}"]
    peer.calls = calls
    return peer


@pytest.fixture
def typed(monkeypatch):
    """Type a line at a terminal or, without one, send it; and passwords unseen."""

    def type_(line="alice\n", password=PASSWORD, *, terminal=True):
        keyboard = io.StringIO(line)
        monkeypatch.setattr(keyboard, "isatty", lambda: terminal)
        monkeypatch.setattr("sys.stdin", keyboard)
        monkeypatch.setattr(getpass, "getpass", lambda _: password)

    return type_


def test_name_and_password_get_a_token_that_later_commands_use(registry, typed, capsys):
    typed()
    assert main(["login", "--password", "--url", registry.url]) == 0
    body = registry.asked[1].body
    assert (body["name"], body["password"]) == ("alice", PASSWORD)
    assert "games:play" in body["scopes"]
    assert main(["games", "--url", f"{registry.url}/"]) == 0
    assert registry.asked[-1].headers["authorization"] == f"Bearer {TOKEN}"
    shown = capsys.readouterr()
    assert "You are alice" in shown.out
    assert not {TOKEN, PASSWORD} & set((shown.out + shown.err).split())


def test_the_file_is_its_owners_alone(registry, typed, config):
    typed()
    main(["login", "--password", "--url", registry.url])
    (file,) = (config / "herdbook" / "tokens").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert file.read_text() == f"{TOKEN}\n"


def test_a_file_that_others_can_read_is_refused(registry, typed, config, capsys):
    typed()
    main(["login", "--password", "--url", registry.url])
    (file,) = (config / "herdbook" / "tokens").iterdir()
    file.chmod(0o644)
    assert main(["games", "--url", registry.url]) == 1
    assert "chmod 600" in capsys.readouterr().err
    assert TOKEN not in [asked.headers.get("authorization") for asked in registry.asked]


def _token_for(url):
    with Client(url) as client:
        tokens.authenticate(client)
        return client.token


def test_each_server_has_its_own_token_and_the_environment_goes_first(monkeypatch):
    tokens.keep("http://one:1", "hb_1_a")
    tokens.keep("http://two:1", "hb_2_b")
    tokens.keep("http://two:1", "hb_3_c")
    assert _token_for("http://one:1") == "hb_1_a"
    assert _token_for("http://two:1") == "hb_3_c"
    assert _token_for("http://three:1") is None
    monkeypatch.setenv("HERDBOOK_TOKEN", "hb_4_d")
    assert _token_for("http://one:1") == "hb_4_d"


def test_signing_up_makes_the_account(registry, typed):
    typed()
    assert main(["login", "--new", "--url", registry.url]) == 0
    (signed_up,) = (asked for asked in registry.asked if asked.method == "POST")
    assert signed_up.path == "/api/v1/accounts"
    assert signed_up.body == {"name": "alice", "password": PASSWORD}


def test_a_name_that_is_taken_is_said_before_a_password_is_typed(
    registry, words, typed, monkeypatch, capsys
):
    registry.calls["GET /players/bob"] = words.ok({"name": "bob", "kind": "person"})
    typed("bob\nNo Name\nalice\n")
    assert main(["login", "--new", "--url", registry.url]) == 0
    said = capsys.readouterr().err
    assert "This name is taken. Another name: " in said
    assert "A name has 3 to 24" in said
    assert registry.asked[0].headers.get("authorization") is None


def test_who_types_no_name_signs_nobody_up(registry, typed, capsys):
    typed("\n")
    assert main(["login", "--new", "--url", registry.url]) == 1
    assert "nothing was done" in capsys.readouterr().err
    assert [asked for asked in registry.asked if asked.method == "POST"] == []


def test_a_token_can_be_piped_in(registry, typed, capsys):
    typed(f"{TOKEN}\n", terminal=False)
    assert main(["login", "--with-token", "--url", registry.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "alice"
    assert tokens.kept_for(registry.url) == TOKEN


def test_a_token_that_may_not_know_whose_it_is_is_good(registry, words, typed):
    registry.calls["GET /me"] = words.problem(403, "insufficient_scope")
    typed(f"{TOKEN}\n", terminal=False)
    assert main(["login", "--with-token", "--url", registry.url]) == 0


@pytest.mark.parametrize(("line", "code"), [("\n", 1), ("hb\x07\n", 1)])
def test_what_is_no_token_is_not_kept(registry, typed, line, code):
    typed(line, terminal=False)
    assert main(["login", "--with-token", "--url", registry.url]) == code
    assert tokens.kept_for(registry.url) is None


def test_a_wrong_password_keeps_nothing(registry, words, typed, capsys):
    registry.calls["POST /tokens"] = words.problem(401, "bad_credentials")
    typed()
    assert main(["login", "--password", "--url", registry.url]) == 1
    assert "--new" in capsys.readouterr().err
    assert tokens.kept_for(registry.url) is None


def test_who_leaves_instead_of_typing_a_password_is_let_go(registry, typed, monkeypatch, capsys):
    def gone(_):
        raise EOFError

    typed()
    monkeypatch.setattr(getpass, "getpass", gone)
    assert main(["login", "--password", "--url", registry.url]) == 1
    assert "nobody to ask" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["login", "--password"], ["login", "--new"]], ids=" ".join)
def test_without_a_terminal_no_password_is_asked_for(registry, typed, capsys, argv):
    typed(terminal=False)
    assert main([*argv, "--url", registry.url]) == 1
    assert "see --with-token" in capsys.readouterr().err


@pytest.mark.parametrize("refusal", [None, 401, 403, 404])
def test_logging_out_gives_the_token_back_and_forgets_it(registry, words, refusal, capsys):
    if refusal:
        registry.calls["GET /token"] = words.problem(refusal, "of_tomorrow")
    tokens.keep(registry.url, TOKEN)
    assert main(["logout", "--url", registry.url]) == 0
    assert tokens.kept_for(registry.url) is None
    assert "taken back" in capsys.readouterr().out
    revoked = [asked.path for asked in registry.asked if asked.method == "DELETE"]
    assert revoked == ([] if refusal else ["/api/v1/tokens/t1"])
    assert main(["logout", "--url", registry.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["forgotten"] is False


@pytest.mark.parametrize("command", ["play", "watch", "games", "replay", "login"])
def test_a_token_is_never_an_argument(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "--token" not in capsys.readouterr().out.replace("--with-token", "")
