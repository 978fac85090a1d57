"""What is below `/webhooks/{id}`: deliveries, tests, rotation, sending again."""

from uuid import UUID, uuid4

import pytest

from accounts.webhooks.delivering import deliver
from tests.accounts.people import open_person
from tests.accounts.webhooks.hooks import deliveries, happen, hooked, send
from tests.accounts.webhooks.sinks import sink, status
from tests.cast import problem

pytestmark = pytest.mark.usefixtures("database", "loopback_open")


def test_a_test_shows_status_and_latency(receiver):
    """S67."""
    owner, webhook = hooked(receiver)
    path = f"/webhooks/{webhook['id']}"
    asked = owner.post(f"{path}/test")
    assert asked.status_code == 202
    made = asked.json()
    assert (made["type"], made["state"], made["attempts"]) == ("webhook.test", "waiting", [])
    assert send(webhook) == 1
    shown = owner.get(f"{path}/deliveries/{made['id']}").json()
    (attempt,) = shown["attempts"]
    assert (shown["state"], attempt["status"], attempt["failure"]) == ("delivered", 204, None)
    assert 0 <= attempt["latency_ms"] < 10_000
    (got,) = receiver.got
    assert got.id == made["message"]
    assert got.verified(webhook["secret"])["data"] == {"webhook": webhook["id"]}


def test_a_test_is_sent_once_also_to_a_disabled_webhook_and_proves_nothing(clock):
    with sink(status(500)) as receiver:
        owner, webhook = hooked(receiver)
        path = f"/webhooks/{webhook['id']}"
        owner.request("PATCH", path, {"enabled": False})
        owner.post(f"{path}/test")
        assert send(webhook) == 1
        clock.advance(3600)
        assert send(webhook) == 0
        (delivery,) = owner.get(f"{path}/deliveries").json()["items"]
        assert (delivery["state"], delivery["next_attempt_at"]) == ("failed", None)
        assert owner.get(path).json()["failures"] == 0


def test_a_copy_of_a_test_is_no_second_one(receiver):
    owner, webhook = hooked(receiver)
    path = f"/webhooks/{webhook['id']}/test"
    first, second = (owner.post(path, {}, Idempotency_Key="one") for _ in range(2))
    assert (first.status_code, second.status_code) == (202, 200)
    assert second["Idempotency-Replayed"] == "true"
    assert first.json()["id"] == second.json()["id"]
    for _ in range(10):
        owner.post(path)
    assert len(deliveries(webhook)) == 5


def test_after_a_rotation_both_secrets_fit_for_a_day(receiver, clock):
    owner, webhook = hooked(receiver)
    path = f"/webhooks/{webhook['id']}"
    rotated = owner.post(f"{path}/rotate-secret").json()
    assert rotated["secret"] != webhook["secret"]
    assert rotated["earlier_secret_until"] is not None
    happen(owner)
    assert send(webhook) == 1
    for secret in (webhook["secret"], rotated["secret"]):
        assert receiver.got[0].verified(secret)["type"] == "game.started"
    clock.advance(25 * 3600)
    happen(owner)
    assert send(webhook) == 1
    assert len(receiver.got[0].headers["webhook-signature"].split()) == 2
    assert len(receiver.got[1].headers["webhook-signature"].split()) == 1


def test_what_failed_is_sent_again_under_its_id(clock):
    """S64."""
    with sink(status(410), status(204)) as receiver:
        owner, webhook = hooked(receiver)
        path = f"/webhooks/{webhook['id']}"
        happen(owner)
        send(webhook)
        problem(owner.post(f"{path}/redeliver"), 409, "webhook_disabled")
        owner.request("PATCH", path, {"enabled": True})
        asked = owner.post(f"{path}/redeliver", {}, Idempotency_Key="k")
        assert (asked.status_code, asked.json()) == (202, {"count": 1})
        assert send(webhook) == 1
        again = owner.post(f"{path}/redeliver", {}, Idempotency_Key="k")
        assert (again.status_code, again.json()) == (200, {"count": 1})
        assert send(webhook) == 0
        assert receiver.got[0].id == receiver.got[1].id
        (delivery,) = owner.get(f"{path}/deliveries?state=delivered").json()["items"]
        assert [one["status"] for one in delivery["attempts"]] == [410, 204]


def test_one_that_was_taken_can_be_asked_for_again(receiver):
    owner, webhook = hooked(receiver)
    path = f"/webhooks/{webhook['id']}"
    happen(owner)
    happen(owner)
    assert send(webhook) == 2
    one = deliveries(webhook)[0]
    assert owner.post(f"{path}/redeliver").json() == {"count": 0}
    assert owner.post(f"{path}/redeliver", {"delivery": str(one.id)}).json() == {"count": 1}
    assert send(webhook) == 1
    assert receiver.got[2].id == f"msg_{one.id.hex}"
    unknown = owner.post(f"{path}/redeliver", {"delivery": str(uuid4())})
    problem(unknown, 404, "not_found")
    nonsense = owner.post(f"{path}/redeliver", {"delivery": "nonsense"})
    problem(nonsense, 422, "invalid_request")


def test_deliveries_come_page_by_page(receiver):
    owner, webhook = hooked(receiver)
    path = f"/webhooks/{webhook['id']}/deliveries"
    for _ in range(3):
        happen(owner)
    first = owner.get(f"{path}?limit=2").json()
    rest = owner.get(f"{path}?limit=2&cursor={first['next']}").json()
    ids = [one["id"] for one in first["items"] + rest["items"]]
    assert ids == [str(one.id) for one in reversed(deliveries(webhook))]
    assert rest["next"] is None
    problem(owner.get(f"{path}?state=lost"), 422, "invalid_request")
    problem(owner.get(f"{path}?cursor=x"), 422, "invalid_request")


@pytest.mark.parametrize("tail", ["test", "rotate-secret", "redeliver", "deliveries"])
def test_a_stranger_finds_nothing(receiver, tail):
    owner, webhook = hooked(receiver)
    method = "GET" if tail == "deliveries" else "POST"
    path = f"/webhooks/{webhook['id']}/{tail}"
    problem(open_person().request(method, path), 404, "not_found")
    happen(owner)
    (delivery,) = deliveries(webhook)
    stranger, other = hooked(receiver)
    for id_ in (webhook["id"], other["id"]):
        found = stranger.get(f"/webhooks/{id_}/deliveries/{delivery.id}")
        problem(found, 404, "not_found")
    assert deliver(UUID(other["id"])) == 0
