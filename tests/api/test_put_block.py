"""PUT and DELETE /me/blocks/{name}: keeping somebody from one's games."""

import pytest

from accounts.models import Block
from tests.accounts.people import bot_player, fresh_name, open_bot, open_person
from tests.cast import problem
from tests.tables import seated


def block(blocker, blocked):
    response = blocker.request("PUT", f"/me/blocks/{blocked.name}")
    assert response.status_code == 204, response.content
    assert response.content == b""


def refused(player, game):
    return problem(player.post(f"/games/{game}/seats"), 403, "blocked")


def test_who_is_blocked_cannot_join_the_blocker_s_games(database, bob):
    ann, ben = open_person(), open_person()
    game = ann.create("me", "open", "open")["id"]
    block(ann, ben)
    body = refused(ben, game)
    assert body["version"] == 2
    assert ann.name not in str(body)
    assert ann.view(game)["version"] == 2
    bob.join(game)
    assert ann.delete(f"/me/blocks/{ben.name}").status_code == 204
    ben.join(game)


def test_it_holds_where_the_blocker_has_sat_down(database, bob):
    ann, ben = open_person(), open_person()
    block(ann, ben)
    game = bob.create("me", "open", "open")["id"]
    ann.join(game)
    refused(ben, game)
    ann.delete(f"/games/{game}/seats/me")
    ben.join(game)


def test_it_works_in_one_direction(database):
    ann, ben = open_person(), open_person()
    block(ann, ben)
    ann.join(ben.create("me", "open")["id"])


def test_nobody_comes_back_by_a_bot(database):
    ann, ben = open_person(), open_person()
    block(ann, ben)
    bens, anns = (bot_player(owner, open_bot(owner)) for owner in (ben, ann))
    for game in (ann.create("me", "open")["id"], anns.create("me", "open")["id"]):
        refused(bens, game)
        refused(ben, game)


def test_a_bot_alone_can_be_blocked(database):
    ann, ben = open_person(), open_person()
    bot = bot_player(ben, open_bot(ben))
    block(ann, bot)
    game = ann.create("me", "open")["id"]
    refused(bot, game)
    ben.join(game)


def test_a_private_game_stays_unknown_to_who_is_blocked(database):
    """Equal answers for what is not theirs to know."""
    ann, ben = open_person(), open_person()
    block(ann, ben)
    game = ann.create("me", "open", private=True)
    problem(ben.post(f"/games/{game['id']}/seats"), 404, "not_found")
    response = ben.post(f"/games/{game['id']}/seats", {"code": game["join_code"]})
    problem(response, 403, "blocked")


def test_a_nearer_refusal_comes_first(database, bob):
    ann, ben = open_person(), open_person()
    waiting, running = ann.create("me", "open", "open")["id"], seated(ann, bob)
    ben.join(waiting)
    block(ann, ben)
    problem(ben.post(f"/games/{waiting}/seats"), 409, "already_seated")
    problem(ben.post(f"/games/{running}/seats"), 409, "game_started")


def test_both_are_repeatable(database):
    ann, ben = open_person(), open_person()
    for _ in range(2):
        block(ann, ben)
    assert Block.objects.filter(blocked__name=ben.name).count() == 1
    for _ in range(2):
        assert ann.delete(f"/me/blocks/{ben.name}").status_code == 204
    assert not Block.objects.filter(blocked__name=ben.name).exists()


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_who_is_not_there_cannot_be_blocked(database, method):
    ann = open_person()
    for name in (fresh_name(), "house-normal", "gone-12345678", "%00"):
        problem(ann.request(method, f"/me/blocks/{name}"), 404, "not_found")


def test_nobody_blocks_themselves(database):
    ann = open_person()
    problem(ann.request("PUT", f"/me/blocks/{ann.name}"), 422, "invalid_request")


def test_a_sandbox_blocks_nobody(alice, bob):
    problem(alice.request("PUT", f"/me/blocks/{bob.name}"), 403, "insufficient_scope")


def test_an_invitation_made_before_opens_nothing_and_can_be_declined(database):
    ann, ben = open_person(), open_person()
    seats = [{"kind": "me"}, {"kind": "invite", "account": ben.name}]
    game = ann.post("/games", {"ruleset": "mow", "seats": seats}).json()["id"]
    block(ann, ben)
    refused(ben, game)
    problem(ben.post(f"/games/{game}/invitation", {"accept": True}), 403, "blocked")
    declined = ben.post(f"/games/{game}/invitation", {"accept": False})
    assert (declined.status_code, declined.json()["status"]) == (200, "open")
