"""GET /me/limits: what is enforced, in full (A09)."""

import pytest
from django.test import Client

from accounts.moderation.models import Sanction
from config.limits.policies import POLICIES
from tests.accounts.keys import key_for
from tests.cast import Caller, problem
from tests.config.limits.conftest import SETTINGS, fields
from tests.moderation.staff import impose

ITEM = {"key", "quota", "window", "remaining", "resets_in", "per", "counts"}


@pytest.fixture
def reader(alice):
    """Alice with a token for all, from an address of her own."""
    alice.client = Client(REMOTE_ADDR="2001:db8:11:" + alice.name[-4:] + "::1")
    return alice


def listed(caller):
    response = caller.get("/me/limits")
    assert response.status_code == 200
    return {item["key"]: item for item in response.json()["items"]}


def test_every_policy_is_listed_with_its_defaults(reader):
    body = reader.get("/me/limits").json()
    assert set(body) == {"enforced", "items", "next"}
    assert (body["enforced"], body["next"]) == (False, None)
    assert all(set(item) == ITEM for item in body["items"])
    assert {
        item["key"]: (item["quota"], item["window"], item["per"]) for item in body["items"]
    } == {
        "anonymous": (60, 60, "address"),
        "reads": (600, 60, "token"),
        "writes": (120, 60, "token"),
        "sandboxes": (60, 3600, "address"),
        "games": (200, 3600, "account"),
        "imports": (60, 3600, "account"),
        "join-codes": (10, 3600, "account"),
        "chat": (20, 60, "account"),
        "reports": (20, 3600, "account"),
        "appeals": (10, 3600, "account"),
        "exports": (10, 3600, "account"),
        "oauth-tokens": (600, 60, "address"),
        "oauth-pages": (60, 60, "address"),
    }


def _anonymous(reader):
    return Caller(client=reader.client).get("/errors")


def _read(reader):
    return reader.get("/errors")


def _write(reader):
    return reader.post("/games", {})


def _sandbox(reader):
    return Caller(client=reader.client).post("/sandbox")


def _game(reader):
    return reader.post("/games", {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]})


def _import(reader):
    return reader.post("/imports", {})


def _join_code(reader):
    return reader.post("/games/none/seats", {"code": "x"})


def _word(reader):
    talker = key_for(reader, "games:read", "games:create", "chat:write")
    game = talker.get("/me/games").json()["items"] or [_game(talker).json()]
    return talker.post(f"/games/{game[0]['id']}/chat", {"text": "hello"})


def _report(reader):
    return key_for(reader, "reports:write").post("/reports", {})


def _appeal(reader):
    sanction = impose(reader, Sanction.Kind.CHAT_MUTE)
    return key_for(reader, "account:write").post(
        f"/me/sanctions/{sanction.id}/appeal", {"text": "no"}
    )


SPENDERS = {
    "anonymous": _anonymous,
    "reads": _read,
    "writes": _write,
    "sandboxes": _sandbox,
    "games": _game,
    "imports": _import,
    "join-codes": _join_code,
    "chat": _word,
    "reports": _report,
    "appeals": _appeal,
    "exports": lambda reader: key_for(reader, "account:read").get("/me/export"),
    "oauth-tokens": lambda reader: reader.client.post("/oauth/token"),
    "oauth-pages": lambda reader: reader.client.get("/oauth/device"),
}


def test_there_is_a_spender_for_each_policy():
    assert list(SPENDERS) == [policy.key for policy in POLICIES]


@pytest.mark.parametrize("key", SPENDERS)
def test_what_is_listed_is_what_is_enforced(key, reader, settings):
    """A09: by the answers themselves, down to the first refusal."""
    settings.HERDBOOK_LIMITS = True
    setattr(settings, SETTINGS[key], 3)
    # To read the list is to read.
    answers = [SPENDERS[key](reader) for _ in range(2 if key == "reads" else 3)]
    assert 429 not in {answer.status_code for answer in answers}
    found = listed(reader)[key]
    told = fields(answers[-1], "RateLimit-Policy")[key]
    assert (found["quota"], found["window"]) == (told["q"], told["w"])
    assert found["remaining"] == 0
    refused = SPENDERS[key](reader)
    if key.startswith("oauth-"):  # these have words of their own
        assert refused.status_code == 429
    else:
        assert problem(refused, 429, "rate_limited")["violated"] == [key]
    assert int(refused["Retry-After"]) <= found["resets_in"] <= found["window"]


def test_it_needs_a_token_for_reading_the_account(reader):
    problem(Caller().get("/me/limits"), 401, "token_missing")
    problem(key_for(reader, "games:read").get("/me/limits"), 403, "insufficient_scope")
    assert key_for(reader, "account:read").get("/me/limits").status_code == 200
    problem(reader.get("/me/limits?limit=5"), 400, "unknown_field")


def test_query_count(reader, django_assert_num_queries):
    with django_assert_num_queries(1):  # token
        reader.get("/me/limits")
