"""`/webhooks` and `/webhooks/{id}`: receivers of one's own events."""

from uuid import uuid4

import pytest

from accounts.sealing import LostSecretError
from accounts.webhooks import secrets
from accounts.webhooks.models import Webhook
from tests.accounts.people import bot_player, open_bot, open_person
from tests.accounts.webhooks.hooks import STARTED, open_webhook
from tests.cast import problem

pytestmark = pytest.mark.usefixtures("database")
URL = "https://1.1.1.1/hook"


def test_it_is_made_listed_shown_changed_and_removed(ann):
    made = open_webhook(ann, URL, STARTED, "game.finished", STARTED, description="mine")
    assert made["secret"].startswith("whsec_")
    assert (made["url"], made["description"]) == (URL, "mine")
    assert made["types"] == ["game.finished", "game.started"]
    assert made["disabled"] is None
    shown = {name: value for name, value in made.items() if name != "secret"}
    path = f"/webhooks/{made['id']}"
    assert ann.get("/webhooks").json() == {"items": [shown], "next": None}
    assert ann.get(path).json() == shown
    changed = ann.request(
        "PATCH", path, {"url": URL + "/2", "types": [STARTED], "description": ""}
    ).json()
    assert (changed["url"], changed["types"], changed["description"]) == (
        URL + "/2",
        [STARTED],
        "",
    )
    assert ann.request("PATCH", path, {"enabled": False}).json()["disabled"]["reason"] == "owner"
    assert ann.request("PATCH", path, {"enabled": True}).json()["disabled"] is None
    assert ann.delete(path).status_code == 204
    problem(ann.get(path), 404, "not_found")
    problem(ann.delete(path), 404, "not_found")
    assert ann.get("/webhooks").json()["items"] == []


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_it_is_nobodys_but_its_owners(ann, method):
    made = open_webhook(ann, URL)
    path = f"/webhooks/{made['id']}"
    body: dict[str, str] | None = None if method == "GET" else {}
    for other in (open_person(), bot_player(ann, open_bot(ann), "webhooks:manage")):
        problem(other.request(method, path, body), 404, "not_found")
    for id_ in (uuid4(), "nonsense", str(uuid4()).upper()):
        problem(ann.request(method, f"/webhooks/{id_}", body), 404, "not_found")
    assert ann.get(path).status_code == 200


def test_a_bot_has_webhooks_of_its_own(ann):
    bot = bot_player(ann, open_bot(ann), "webhooks:manage", "games:read")
    open_webhook(bot, URL)
    assert len(bot.get("/webhooks").json()["items"]) == 1
    assert ann.get("/webhooks").json()["items"] == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"types": [STARTED]}, "/url"),
        ({"url": URL}, "/types"),
        ({"url": URL, "types": []}, "/types"),
        ({"url": URL, "types": ["game.cards"]}, "/types/0"),
        ({"url": URL, "types": STARTED}, "/types"),
        ({"url": "http://127.0.0.1/", "types": [STARTED]}, "/url"),
        ({"url": "https://localhost/", "types": [STARTED]}, "/url"),
        ({"url": 5, "types": [STARTED]}, "/url"),
        ({"url": URL, "types": [STARTED], "description": "x" * 81}, "/description"),
    ],
)
def test_a_bad_value_is_refused_and_changes_nothing(ann, body, pointer):
    answer = problem(ann.post("/webhooks", body), 422, "invalid_request")
    assert answer["errors"][0]["pointer"] == pointer
    assert ann.get("/webhooks").json()["items"] == []
    path = f"/webhooks/{open_webhook(ann, URL)['id']}"
    before = ann.get(path).json()
    if set(body) == {"url", "types"}:
        problem(ann.request("PATCH", path, body), 422, "invalid_request")
        assert ann.get(path).json() == before


def test_a_token_chooses_only_types_that_it_may_read(ann):
    bot = bot_player(ann, open_bot(ann), "webhooks:manage")
    body = {"url": URL, "types": [STARTED, "webhook.disabled"]}
    refused = problem(bot.post("/webhooks", body), 403, "insufficient_scope")
    assert refused["required_scopes"] == ["games:read", "webhooks:manage"]
    made = open_webhook(bot, URL, "webhook.disabled")
    path = f"/webhooks/{made['id']}"
    problem(bot.request("PATCH", path, {"types": [STARTED]}), 403, "insufficient_scope")


def test_there_may_be_so_many(ann, settings):
    settings.HERDBOOK_WEBHOOKS_MOST = 2
    first = open_webhook(ann, URL)
    open_webhook(ann, URL)
    problem(ann.post("/webhooks", {"url": URL, "types": [STARTED]}), 409, "too_many_webhooks")
    ann.delete(f"/webhooks/{first['id']}")
    open_webhook(ann, URL)


def test_a_secret_is_shown_once_and_stored_so_that_the_table_opens_nothing(ann):
    made = open_webhook(ann, URL)
    path = f"/webhooks/{made['id']}"
    assert "secret" not in ann.get(path).json()
    stored = bytes(Webhook.objects.get(id=made["id"]).sealed_secret)
    assert made["secret"].encode() not in stored
    assert secrets.opened(stored) == made["secret"]
    for route in ("/webhooks", f"{path}/rotate-secret"):
        refused = ann.post(route, {}, Idempotency_Key="again")
        problem(refused, 400, "idempotency_not_supported")


def test_a_secret_outlives_a_change_of_the_servers_key(settings):
    sealed = secrets.seal("whsec_a")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 9
    assert secrets.opened(sealed) == "whsec_a"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(LostSecretError):
        secrets.opened(sealed)


def test_an_account_that_ends_has_no_webhooks_from_then_on(ann):
    """S80."""
    made = open_webhook(ann, URL)
    assert ann.delete("/me").status_code == 204
    assert not Webhook.objects.filter(id=made["id"]).exists()
