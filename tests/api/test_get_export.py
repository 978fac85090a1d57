"""All that is stored about an account, as one file for it (S80)."""

import json

import pytest

from accounts.models import Account
from accounts.moderation.models import Sanction
from games.api import export
from games.models import ChatMessage
from tests.accounts.keys import key_for
from tests.accounts.oauth.browsing import allowed, logged_in, person, register
from tests.accounts.people import bot_player, fresh_name, open_bot, open_person
from tests.cast import Caller, problem
from tests.moderation.staff import impose


@pytest.fixture(autouse=True)
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CheapArgon2"]


def _game(ann, ben, **fields):
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = ann.post("/games", {"ruleset": "mow", "seats": seats, **fields}).json()
    code = {"code": game["join_code"]} if fields.get("private") else {}
    ben.post(f"/games/{game['id']}/seats", code)
    return game["id"]


def test_an_account_with_one_of_each(database, bob):
    ann = open_person(email=f"{fresh_name()}@example.org")
    bot = open_bot(ann)
    secrets = [ann.token, bot_player(ann, bot).token]
    hook = {"url": "https://1.1.1.1/", "types": ["game.started"]}
    secrets.append(ann.post("/webhooks", hook).json()["secret"])
    app = {"name": "a board", "redirect_uris": ["https://x.org/"], "confidential": True}
    secrets.append(ann.post("/apps", app).json()["client_secret"])
    secrets.append(ann.post("/me/calendar").json()["address"])
    token = ann.post("/tokens", {"label": "old", "scopes": ["games:read"]}).json()
    ann.delete(f"/tokens/{token['id']}")
    ann.request("PUT", f"/me/blocks/{bob.name}")
    game = _game(ann, person(), private=True)
    assert ann.post(f"/games/{game}/chat", {"text": "hello there"}).status_code == 201
    report = {"kind": "stalling", "player": bob.name, "text": "he sleeps"}
    ann.post("/reports", {**report, "game": game})
    impose(ann, Sanction.Kind.WARNING)

    response = ann.get("/me/export")
    assert response.status_code == 200
    assert response["Content-Disposition"].endswith(f'"herdbook-{ann.name}.json"')
    assert response["Cache-Control"] == "no-store"
    file = response.json()
    assert file["format"] == "herdbook-account/1"
    assert file["account"]["email"].endswith("@example.org")
    assert [one["name"] for one in file["bots"]] == [bot]
    assert {one["label"]: one["revoked_at"] is None for one in file["tokens"]} == {
        "first": True,
        "old": False,
    }
    assert [one["url"] for one in file["webhooks"]] == ["https://1.1.1.1/"]
    assert [one["name"] for one in file["apps"]] == ["a board"]
    assert file["calendar_since"]
    assert [one["name"] for one in file["blocks"]] == [bob.name]
    assert {(one["game"], one["seat"], one["private"]) for one in file["games"]} == {
        (game, None, True),  # it made the game
        (game, 0, True),
    }
    assert [one["text"] for one in file["messages"]] == ["hello there"]
    assert [one["kind"] for one in file["sanctions"]] == ["warning"]
    [network] = file["networks"]
    assert network["days"] == 1
    assert network["first_on"] == network["last_on"]
    assert "sanction.imposed" in [one["type"] for one in file["told"]]
    text = json.dumps(file)
    assert not [secret for secret in secrets if secret and secret.rpartition("_")[2] in text]
    stored = Account.objects.get(name=ann.name)
    assert stored.password not in text


def test_it_holds_nothing_of_what_others_said_and_hold(database):
    ann, ben = person(), person()
    game = _game(ann, ben)
    ben.post(f"/games/{game}/chat", {"text": "a word of ben"})
    assert ChatMessage.objects.filter(game=game).count() == 1
    text = ann.get("/me/export").content.decode()
    assert "a word of ben" not in text
    hand = ben.get(f"/games/{game}").json()["table"]["hand"]
    assert hand
    assert not [card for card in hand if f'"{card}"' in text]


def test_its_queries_do_not_grow_with_what_there_is(database, django_assert_max_num_queries):
    ann, ben = person(), person()
    for _ in range(3):
        game = _game(ann, ben)
        ann.post(f"/games/{game}/chat", {"text": "hello"})
    with django_assert_max_num_queries(27):
        games = ann.get("/me/export").json()["games"]
        assert len({one["game"] for one in games}) == 3


def test_a_process_makes_one_file_after_the_other(database, monkeypatch):
    ann = open_person()
    monkeypatch.setattr(export, "_PATIENCE", 0.1)
    with export._one_at_a_time:
        problem(ann.get("/me/export"), 503, "busy")
    assert ann.get("/me/export").status_code == 200


def test_an_app_gets_none(database):
    tokens = allowed(logged_in(), register(person()), scope="account:read")
    problem(Caller(token=tokens["access_token"]).get("/me/export"), 403, "not_for_apps")


def test_a_token_is_shown_only_what_it_is_for(database):
    """As everywhere: who may look at the account may not look at games, nor where webhooks lead."""
    ann, ben = person(), person()
    game = _game(ann, ben)
    ann.post(f"/games/{game}/chat", {"text": "hello there"})
    hook = {"url": "https://1.1.1.1/?key=of-the-receiver", "types": ["game.started"]}
    assert ann.post("/webhooks", hook).status_code == 201
    whole = ann.get("/me/export").json()
    assert whole["without"] == []
    assert whole["games"]
    assert whole["messages"]
    assert whole["webhooks"]
    part = key_for(ann, "account:read").get("/me/export")
    assert part.json()["without"] == ["games:read", "webhooks:manage"]
    assert part.json()["account"] == whole["account"]
    text = part.content.decode()
    assert not [one for one in (game, "hello there", "of-the-receiver") if one in text]
