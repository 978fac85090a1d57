"""Entropy in the library, and `herdbook verify` on games of a real server and on files."""

import json

import herdbook
import pytest
from herdbook.terminal.main import main

QUICK = {"limit": 1}


@pytest.fixture(scope="module")
def played(live_url):
    """A game against the house in which this client's seat added entropy."""
    entropy = herdbook.Entropy()
    assert entropy.value not in repr(entropy)
    seen: list[herdbook.Game] = []
    game = herdbook.play(
        live_url, seats=2, seed=1, options=QUICK, entropy=entropy, follow=seen.append
    )
    assert [one.asks_for_entropy for one in seen[:2]] == [True, False]
    return game


@pytest.fixture
def saved(played, live_url, tmp_path, capsys):
    """The replay of that game as a file."""
    file = tmp_path / "game.json"
    assert main(["replay", played.id, "--url", live_url, "-o", str(file)]) == 0
    capsys.readouterr()
    return file


def test_a_game_is_checked_by_its_id(played, live_url, capsys):
    assert main(["verify", played.id, "--url", live_url]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for said in (
        "In order.",
        "Seats that added entropy of their own: 0.",
        "Nor did the server choose them: they depend on entropy of seat 0",
        "It does not prove that the server did not look at the cards.",
    ):
        assert said in out


def test_a_file_is_checked_without_a_server(saved, capsys):
    assert main(["verify", str(saved), "--url", "http://127.0.0.1:1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["in_order"], told["fault"], len(told["checked"])) == (True, None, 9)


def test_what_was_tampered_with_is_told_with_an_exit_code_of_its_own(saved, capsys):
    file = json.loads(saved.read_text())
    file["events"][4]["payload"] += " "
    saved.write_text(json.dumps(file))
    assert main(["verify", str(saved)]) == 3
    assert "Not in order. The hash of event 5" in capsys.readouterr().out
    assert main(["verify", str(saved), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["in_order"], told["checked"], told["proves"]) == (False, [], [])
    assert told["fault"].startswith("The hash of event 5")


def test_no_value_in_a_file_breaks_the_verifier(saved, capsys):
    whole = json.loads(saved.read_text())
    odd: list[object] = [None, [], {}, "\ud800", 2**70, [None], {"\ud800": []}]
    for name in whole:
        for value in odd:
            saved.write_text(json.dumps({**whole, name: value}))
            code = main(["verify", str(saved)])
            told = capsys.readouterr()
            # Of names no event tells, and the position follows from rules alone.
            assert name in {"names", "position_hash"} or code in {1, 3}, (name, value)
            assert "Traceback" not in told.out + told.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "It is not JSON"),
        ("[" * 100_000, "It is not JSON"),
        (f'{{"seats": {"9" * 10_000}}}', "It is not JSON"),
        ("[]", "is no replay file"),
        ("{}", "has no proof in it"),
    ],
)
def test_what_is_no_replay_is_no_verdict(tmp_path, capsys, text, said):
    file = tmp_path / "none.json"
    file.write_text(text)
    assert main(["verify", str(file)]) == 1
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_running_game_is_checked_at_its_end(live_url, capsys):
    with herdbook.Client(live_url) as client:
        client.token = client.sandbox().token
        game = client.games.create("mow", [herdbook.ME, herdbook.house("random")])
        assert client.games.proof(game.id)["secret"] is None
    assert main(["verify", game.id, "--url", live_url]) == 1
    assert "at its end only" in " ".join(capsys.readouterr().err.split())
    assert main(["verify", "no-such-game", "--url", live_url]) == 1


def test_two_clients_commit_and_reveal_call_by_call(live_url):
    one, other = herdbook.Entropy(), herdbook.Entropy()
    with herdbook.Client(live_url) as alice, herdbook.Client(live_url) as bob:
        for client in (alice, bob):
            client.token = client.sandbox().token
        game = alice.games.create("tortoise", [herdbook.me(one), herdbook.OPEN])
        assert not game.asks_for_entropy
        with pytest.raises(herdbook.RevealTooEarlyError):
            alice.games.reveal(game.id, one)
        game = bob.games.join(game.id, commitment=other.commitment)
        assert game.asks_for_entropy
        with pytest.raises(herdbook.WrongEntropyError):
            bob.games.reveal(game.id, one)
        assert bob.games.reveal(game.id, other).status == "open"
        assert alice.games.reveal(game.id, one).status == "running"
        assert alice.games.reveal(game.id, one).status == "running"
