"""Being logged in as an app: by a code that is typed elsewhere, with tokens that change by themselves."""

import asyncio
import json
import threading
import time
from typing import Any
from urllib.parse import parse_qs

import herdbook
import pytest
from herdbook import AppTokens, AsyncClient, Client, Login
from herdbook.terminal import tokens
from herdbook.terminal.main import main

ME = {"name": "alice", "kind": "person"}


def _fields(asked):
    return {name: values[0] for name, values in parse_qs(asked.body or "").items()}


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("HERDBOOK_TOKEN", raising=False)
    return tmp_path


@pytest.fixture
def server(peer, words):
    """A peer with one app's tokens: each refresh token is good once, as on a real server."""
    state: dict[str, Any] = {"number": 1, "good": "hba_1_x", "spent": set(), "answers": []}

    def script(asked):
        path = asked.path.removeprefix("/api/v1")
        if path == "/oauth/device-authorization":
            return words.ok(
                {
                    "device_code": "hbd_1_hush",
                    "user_code": "BCDF-GHJK",
                    "verification_uri": f"{peer.url}/oauth/device",
                    "verification_uri_complete": f"{peer.url}/oauth/device?user_code=BCDF-GHJK",
                    "expires_in": 600,
                    "interval": 0.01,
                }
            )
        if path == "/oauth/token":
            if state["answers"]:
                return words.Answer(400, {"error": state["answers"].pop(0)})
            refresh = _fields(asked).get("refresh_token")
            if refresh in state["spent"] or refresh not in {f"hbr_{state['number']}_x", None}:
                return words.Answer(400, {"error": "invalid_grant"})
            state["spent"].add(refresh)
            state["number"] += 1
            state["good"] = f"hba_{state['number']}_x"
            pair = {"access_token": state["good"], "refresh_token": f"hbr_{state['number']}_x"}
            return words.ok({**pair, "token_type": "Bearer", "expires_in": 3600})
        if path == "/oauth/revoke":
            return words.Answer(200)
        if path == "/health/ready":
            return words.ok({"status": "ready"})
        if asked.headers.get("authorization") != f"Bearer {state['good']}":
            return words.problem(401, "token_expired")
        return words.ok(ME)

    peer.script = script
    peer.state = state
    return peer


def _pair(ends=None):
    return AppTokens("hba_1_x", "hbr_1_x", ends if ends is not None else time.time() + 3600)


def _renewals(server):
    return [asked for asked in server.asked if asked.path == "/oauth/token"]


def test_an_access_token_that_ends_is_renewed_before_it_is_sent(server):
    changed: list[AppTokens] = []
    with Client(server.url, login=Login(server.url, _pair(ends=0), changed=changed.append)) as c:
        assert c.me().name == "alice"
        assert c.me().name == "alice"
    (asked,) = _renewals(server)
    assert _fields(asked) == {
        "grant_type": "refresh_token",
        "refresh_token": "hbr_1_x",
        "client_id": "hbapp_command_line",
    }
    assert [one.refresh for one in changed] == ["hbr_2_x"]


def test_one_that_is_refused_is_renewed_and_the_call_made_again(server):
    server.state["good"] = "hba_0_x"
    with Client(server.url, login=Login(server.url, _pair())) as client:
        assert client.me().name == "alice"
    assert len(_renewals(server)) == 1


def test_where_there_is_no_other_the_refusal_is_told(server):
    server.state["good"], server.state["answers"] = "none", ["invalid_grant"] * 9
    with Client(server.url, login=Login(server.url, _pair())) as client:
        for _ in range(2):
            with pytest.raises(herdbook.TokenRefusedError):
                client.me()
    assert len(_renewals(server)) == 1


def test_threads_that_share_a_login_fetch_one_pair(server):
    """A refresh token that is sent twice would log the app out."""
    client = Client(server.url, login=Login(server.url, _pair(ends=0)))
    threads = [threading.Thread(target=client.me) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    client.close()
    assert len(_renewals(server)) == 1


def test_tasks_do_so_too(server):
    async def run():
        login = Login(server.url, _pair(ends=0))
        async with AsyncClient(server.url, login=login) as client:
            return await asyncio.gather(*[client.me() for _ in range(5)])

    assert [one.name for one in asyncio.run(run())] == ["alice"] * 5
    assert len(_renewals(server)) == 1


def test_the_command_line_shows_a_code_and_waits(server, capsys, config):
    server.state["answers"] = ["authorization_pending", "authorization_pending"]
    server.state["good"] = "none"
    assert main(["login", "--url", server.url, "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["name"] == "alice"
    assert "BCDF-GHJK" in shown.err
    assert f"{server.url}/oauth/device" in shown.err
    assert "hush" not in shown.out + shown.err
    begun = next(one for one in server.asked if one.path == "/oauth/device-authorization")
    assert "games:play" in _fields(begun)["scope"].split()
    kept = next((config / "herdbook" / "tokens").glob("*[!k]"))
    assert kept.stat().st_mode & 0o777 == 0o600


def test_later_commands_renew_and_keep_what_they_get(server):
    tokens.keep(server.url, _pair(ends=0))
    for _ in range(2):
        assert main(["games", "--url", server.url, "--json"]) in {0, 1}
    kept = tokens.kept_for(server.url)
    assert isinstance(kept, AppTokens)
    assert kept.refresh == "hbr_2_x"
    assert len(_renewals(server)) == 1


def test_another_command_s_tokens_are_taken_instead_of_new_ones(server):
    keeper = tokens.TokenFile(server.url)
    tokens.keep(server.url, AppTokens("hba_7_x", "hbr_7_x", time.time() + 3600))
    server.state["good"] = "hba_7_x"
    with Client(server.url, login=Login(server.url, _pair(ends=0), keeper=keeper)) as client:
        assert client.me().name == "alice"
    assert _renewals(server) == []


@pytest.mark.parametrize(("error", "said"), [("access_denied", "said no"), ("x", "says: x")])
def test_who_is_not_let_in_is_told_so(server, capsys, error, said):
    server.state["answers"] = [error]
    assert main(["login", "--url", server.url]) == 1
    assert said in capsys.readouterr().err
    assert tokens.kept_for(server.url) is None


def test_a_server_that_knows_nothing_of_it_is_no_reason_to_break_down(peer, words, capsys):
    for said in (words.ok({"name": "alice"}), words.ok([]), words.Answer(404, b"<html>")):
        peer.says(words.ok({"status": "ready"}), said)
        assert main(["login", "--url", peer.url]) == 1
        assert "The server says: status" in capsys.readouterr().err


def test_logging_out_gives_back_what_was_given(server, capsys):
    tokens.keep(server.url, _pair())
    assert main(["logout", "--url", server.url]) == 0
    (asked,) = [one for one in server.asked if one.path == "/oauth/revoke"]
    assert _fields(asked)["token"] == "hbr_1_x"
    assert tokens.kept_for(server.url) is None


def test_no_secret_shows_in_what_an_object_says_of_itself():
    said = repr(_pair()) + repr(Login("http://x", _pair()))
    assert "hba_" not in said
    assert "hbr_" not in said
