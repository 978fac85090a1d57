"""GET /tokens and GET /token: one's own tokens, without what opens them."""

from tests.accounts.keys import key_for, revoke
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import problem

FIELDS = {"id", "account", "label", "scopes", "created_at", "expires_at", "last_used_at"}


def test_the_newest_comes_first_and_no_secret_is_shown(database):
    ann = open_person()
    key_for(ann, "games:read")
    body = ann.get("/tokens").json()
    assert body["next"] is None
    assert [item["label"] for item in body["items"]] == ["another", "first"]
    assert all(set(item) == FIELDS for item in body["items"])
    assert "hb_" not in str(body)


def test_those_of_one_s_bots_are_there_too(database):
    ann = open_person()
    name = open_bot(ann)
    bot = bot_player(ann, name, "account:read")
    assert [item["account"] for item in ann.get("/tokens").json()["items"]] == [name, ann.name]
    assert [item["account"] for item in bot.get("/tokens").json()["items"]] == [name]


def test_nobody_sees_another_s(database):
    ann, ben = open_person(), open_person()
    assert {item["account"] for item in ben.get("/tokens").json()["items"]} == {ben.name}
    assert ann.name not in ben.get("/tokens").text


def test_a_revoked_one_is_gone(database):
    ann = open_person()
    key = key_for(ann, "games:read")
    revoke(key)
    assert len(ann.get("/tokens").json()["items"]) == 1


def test_pages_neither_skip_nor_repeat(database):
    ann = open_person()
    for _ in range(6):
        key_for(ann, "games:read")
    whole = [item["id"] for item in ann.get("/tokens").json()["items"]]
    found, cursor = [], ""
    while True:
        page = ann.get(f"/tokens?limit=3{cursor}").json()
        found += [item["id"] for item in page["items"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert found == whole
    assert len(whole) == 7


def test_a_cursor_of_another_list_is_none(database):
    ann = open_person()
    for _ in range(2):
        open_bot(ann)
    cursor = ann.get("/bots?limit=1").json()["next"]
    key_for(ann, "games:read")
    other = ann.get("/tokens?limit=1").json()["next"]
    assert cursor
    problem(ann.get(f"/bots?cursor={other}"), 422, "invalid_request")
    assert ann.get(f"/bots?cursor={cursor}").status_code == 200


def test_the_token_that_asks_says_what_it_can_do(alice):
    """A56"""
    body = alice.get("/token").json()
    assert set(body) == FIELDS
    assert body["scopes"] == ["games:read", "games:play", "games:create", "account:read"]
    assert body["id"] == str(alice.token).split("_")[1]


def test_query_count(database, django_assert_num_queries):
    ann = open_person()
    for _ in range(3):
        key_for(ann, "games:read")
    with django_assert_num_queries(2):
        ann.get("/tokens")
    with django_assert_num_queries(2):
        ann.get("/token")
