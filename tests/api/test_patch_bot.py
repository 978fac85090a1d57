"""GET /bots; GET, PATCH and DELETE /bots/{name}: a bot's life without touching its owner (A58)."""

import pytest

from accounts.models import Account
from tests.accounts.people import bot_player, fresh_name, open_bot, open_person
from tests.cast import problem
from tests.tables import seated


def test_create_disable_delete_and_recreate(database):
    """A58: each answer equals the state read back, and the owner stays as it is."""
    ann, name = open_person(), fresh_name("bot")
    owner = ann.get("/me").json()
    for _ in range(2):
        made = ann.post("/bots", {"name": name}).json()
        assert ann.get(f"/bots/{name}").json() == made
        bot = bot_player(ann, name)
        assert bot.get("/me/turns").status_code == 200
        disabled = ann.request("PATCH", f"/bots/{name}", {"disabled": True}).json()
        assert disabled == {**made, "disabled": True}
        assert ann.get(f"/bots/{name}").json() == disabled
        problem(bot.get("/me/turns"), 401, "token_invalid")
        assert ann.request("PATCH", f"/bots/{name}", {"disabled": False}).json() == made
        assert bot.get("/me/turns").status_code == 200
        assert ann.delete(f"/bots/{name}").status_code == 204
        problem(ann.get(f"/bots/{name}"), 404, "not_found")
        problem(bot.get("/me/turns"), 401, "token_invalid")
    assert ann.get("/me").json() == owner


def test_a_bot_that_has_played_can_go_too(database, bob):
    """A58: that it played is no reason to refuse; the game shows an alias."""
    ann = open_person()
    bot = bot_player(ann, open_bot(ann))
    game = seated(bob, bot)
    assert ann.delete(f"/bots/{bot.name}").status_code == 204
    assert bob.view(game)["seats"][1]["name"].startswith("gone-")
    assert not Account.objects.filter(name=bot.name).exists()
    assert open_bot(ann, bot.name) == bot.name
    assert bob.view(game)["seats"][1]["name"].startswith("gone-")


@pytest.mark.parametrize(
    "change",
    [{"description": "x"}, {"accepts": "nobody"}, {"display_name": "Bot the Bot"}, {}],
)
def test_each_thing_is_changed_by_itself(database, change):
    ann = open_person()
    name = open_bot(ann)
    before = ann.get(f"/bots/{name}").json()
    assert ann.request("PATCH", f"/bots/{name}", change).json() == {**before, **change}
    assert ann.get(f"/bots/{name}").json() == {**before, **change}


def test_what_makes_a_bot_a_bot_cannot_be_changed(database):
    ann = open_person()
    path = f"/bots/{open_bot(ann)}"
    for field in ("name", "kind", "owner", "is_active", "email"):
        problem(ann.request("PATCH", path, {field: "person"}), 400, "unknown_field")
    problem(ann.request("PATCH", path, {"disabled": "yes"}), 422, "invalid_request")


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_another_s_bot_is_like_none(database, method):
    ann, ben = open_person(), open_person()
    names = (open_bot(ann), fresh_name("bot"), ann.name, "%00")
    answers = [
        ben.request(method, f"/bots/{name}", headers={"Request-Id": "the-same"}) for name in names
    ]
    for answer in answers:
        problem(answer, 404, "not_found")
        assert answer.content == answers[0].content
    assert ann.get(f"/bots/{names[0]}").status_code == 200


def test_the_list_shows_one_s_own_the_newest_first(database):
    ann, ben = open_person(), open_person()
    names = [open_bot(ann) for _ in range(3)]
    open_bot(ben)
    assert [item["name"] for item in ann.get("/bots").json()["items"]] == names[::-1]
    first = ann.get("/bots?limit=2").json()
    rest = ann.get(f"/bots?limit=2&cursor={first['next']}").json()
    assert [item["name"] for item in first["items"] + rest["items"]] == names[::-1]
    assert rest["next"] is None


def test_query_count(database, django_assert_num_queries):
    ann = open_person()
    names = [open_bot(ann) for _ in range(3)]
    with django_assert_num_queries(2):
        ann.get("/bots")
    with django_assert_num_queries(2):
        ann.get(f"/bots/{names[0]}")
