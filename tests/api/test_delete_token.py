"""DELETE /tokens/{id}: taking a token back."""

import pytest

from tests.accounts.keys import key_for
from tests.accounts.people import bot_player, open_bot, open_person
from tests.cast import problem


def id_of(caller):
    return str(caller.token).split("_")[1]


def test_it_fails_at_the_next_request(database):
    """F25"""
    ann = open_person()
    key = key_for(ann, "games:read")
    assert key.get("/me/turns").status_code == 200
    response = ann.delete(f"/tokens/{id_of(key)}")
    assert response.status_code == 204
    assert response.content == b""
    problem(key.get("/me/turns"), 401, "token_revoked")


def test_it_is_repeatable_and_the_same_for_what_there_is_not(database):
    """A59: valid, already revoked, unknown, and another's."""
    ann, ben = open_person(), open_person()
    key = key_for(ann, "games:read")
    for id_ in (id_of(key), id_of(key), "0" * 16, "x", "%00", "0" * 5000, id_of(ben)):
        response = ann.delete(f"/tokens/{id_}")
        assert response.status_code == 204
    assert ben.get("/me/turns").status_code == 200


def test_a_token_can_end_itself(database):
    ann = open_person()
    assert ann.delete(f"/tokens/{id_of(ann)}").status_code == 204
    problem(ann.delete(f"/tokens/{id_of(ann)}"), 401, "token_revoked")


def test_an_owner_takes_a_bot_s_token_back_and_not_the_other_way_round(database):
    ann = open_person()
    bot = bot_player(ann, open_bot(ann))
    problem(bot.delete(f"/tokens/{id_of(ann)}"), 403, "insufficient_scope")
    assert ann.delete(f"/tokens/{id_of(bot)}").status_code == 204
    problem(bot.get("/me/turns"), 401, "token_revoked")


@pytest.mark.parametrize("scope", ["account:read", "games:play"])
def test_it_needs_its_scope(database, scope):
    ann = open_person()
    problem(key_for(ann, scope).delete(f"/tokens/{id_of(ann)}"), 403, "insufficient_scope")


def test_query_count(database, django_assert_num_queries):
    ann = open_person()
    key = key_for(ann, "games:read")
    with django_assert_num_queries(2):
        ann.delete(f"/tokens/{id_of(key)}")
