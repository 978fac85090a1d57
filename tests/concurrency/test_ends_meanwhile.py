"""Accounts that end, or change, between the first query of a call and its last."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from accounts.models import Account
from accounts.services import erasure
from tests.accounts.people import fresh_name, open_bot, open_person
from tests.cast import Player, Response, problem

Call = Callable[[], Response]
GAME = {"ruleset": "mow", "seats": [{"kind": "me"}, {"kind": "open"}]}
TOKEN = {"label": "a", "scopes": ["games:read"]}


def _while_it_is_open(change: Callable[[], object], calls: Sequence[Call]) -> list[Response]:
    """Make a change, begin calls, and commit it when each of them waits for what it has locked."""

    def run(call: Call) -> Response:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        with transaction.atomic():
            change()
            begun = [pool.submit(run, call) for call in calls]
            while _waiting() < len(calls):
                assert not any(one.done() for one in begun), "a call waited for nothing"
        return [one.result() for one in begun]


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        (count,) = cursor.fetchone()
    return int(count)


def _delete(name: str) -> None:
    Account.objects.filter(name=name).delete()


@pytest.mark.parametrize(
    ("method", "path", "body", "headers"),
    [
        ("PATCH", "/me", {"display_name": "Ann"}, {}),
        ("DELETE", "/me", None, {}),
        ("POST", "/tokens", TOKEN, {}),
        ("POST", "/bots", {"name": "{bot}"}, {}),
        ("POST", "/bots", {"name": "{bot}"}, {"Idempotency-Key": "k"}),
        ("POST", "/games", GAME, {}),
        ("POST", "/games", GAME, {"Idempotency-Key": "k"}),
    ],
)
def test_who_is_gone_holds_no_good_token(database, method, path, body, headers):
    ann = open_person()
    if body and body.get("name"):
        body = {"name": fresh_name("bot")}
    call = partial(ann.request, method, path, body, headers=headers)
    (answer,) = _while_it_is_open(partial(_delete, ann.name), [call])
    if method == "DELETE":
        assert answer.status_code == 204
    else:
        problem(answer, 401, "token_invalid")


def test_a_token_stays_good_when_somebody_else_is_gone(database):
    ann, ben = open_person(), open_person()
    guest = GAME | {"seats": [{"kind": "me"}, {"kind": "invite", "account": ben.name}]}
    calls: list[Call] = [
        partial(ann.request, "PUT", f"/me/blocks/{ben.name}"),
        partial(ann.post, "/games", guest),
    ]
    for answer in _while_it_is_open(partial(_delete, ben.name), calls):
        assert problem(answer, 503, "unavailable")["retryable"]
    problem(ann.request("PUT", f"/me/blocks/{ben.name}"), 404, "not_found")
    problem(ann.post("/games", guest), 422, "bad_seats")


@pytest.mark.parametrize("method", ["PATCH", "POST"])
def test_a_bot_that_is_gone_is_not_changed(database, method):
    ann = open_person()
    bot = open_bot(ann)
    path, body = {
        "PATCH": (f"/bots/{bot}", {"description": "fast"}),
        "POST": (f"/bots/{bot}/tokens", TOKEN),
    }[method]
    (answer,) = _while_it_is_open(partial(_delete, bot), [partial(ann.request, method, path, body)])
    assert answer.status_code in {404, 503}
    problem(ann.request(method, path, body), 404, "not_found")


def test_changes_at_once_lose_none_of_both(database):
    ann = open_person()
    choices = ("your_turn", "invitations", "game_over")
    calls = [partial(ann.request, "PATCH", "/me", {"notifications": {c: True}}) for c in choices]
    rows = Account.objects.select_for_update().filter(name=ann.name)
    answers = _while_it_is_open(partial(list, rows), calls)
    assert [answer.status_code for answer in answers] == [200] * 3
    rest = {"deadlines": False, "digest": False, "digest_hour": 8}
    assert ann.get("/me").json()["notifications"] == rest | dict.fromkeys(choices, True)


def test_the_later_of_two_ends_brings_nothing_back(database):
    """It has read the account before the first one began."""
    ann = open_person()
    read_before = Account.objects.get(name=ann.name)
    assert ann.delete("/me").status_code == 204
    again: Player = open_person(ann.name)
    erasure.erase(read_before, now=timezone.now())
    assert again.get("/me").status_code == 200
    assert not Account.objects.filter(id=read_before.id).exists()
