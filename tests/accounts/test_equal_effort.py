"""What is there and what is not cost the database the same questions (S14, F24).

So nobody learns by a watch whether a name is taken, a token half right, or a private game there.
"""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import clock, guests
from accounts.models import Account
from accounts.scopes import Scope
from tests.accounts.keys import key_for
from tests.accounts.oauth.browsing import AppClient, allowed, logged_in, person, register
from tests.accounts.people import fresh_address, fresh_name, log_in, open_person
from tests.api.routes import OF_A_GAME
from tests.cast import Caller, Response

WRONG = "three cows in a raw"


@pytest.fixture(autouse=True)
def cheap(settings):
    settings.PASSWORD_HASHERS = ["tests.accounts.hashing.CountedArgon2"]


def asked(call: Callable[..., Response], *sent: Any, **fields: Any) -> tuple[int, list[str]]:
    """Return the status of an answer, and the questions that it has cost, without their values."""
    with CaptureQueriesContext(connection) as queries:
        status = call(*sent, **fields).status_code
    return status, [one["sql"].split(" WHERE ")[0][:60] for one in queries]


def test_names_that_are_taken_and_that_are_not(database):
    ann = open_person()
    known, unknown = (
        asked(log_in, name, WRONG, address=fresh_address()) for name in (ann.name, fresh_name())
    )
    assert known == unknown
    assert known[0] == 401


@pytest.mark.parametrize("path", ["/me", "/games", "/me/turns/next", "/me/stream"])
def test_tokens_of_which_half_is_right_and_nothing(database, path):
    token = str(person().token)
    prefix, _, _ = token.rpartition("_")
    half, none = (
        asked(Caller(token=text).get, path)
        for text in (f"{prefix}_{'0' * 64}", f"hb_{'0' * 16}_{'0' * 64}")
    )
    assert half == none
    assert half[0] == 401


@pytest.mark.parametrize("who", ["stranger", "anonymous"])
def test_private_games_of_others_and_games_that_are_none(database, who, alice, bob):
    made = alice.create("me", "open", private=True)
    bob.join(made["id"], code=made["join_code"])
    caller = key_for(person(), *Scope) if who == "stranger" else Caller()
    for route in OF_A_GAME:
        foreign, absent = (
            asked(caller.request, route.method, route.at(game), route.body)
            for game in (made["id"], str(uuid4()))
        )
        assert (foreign[0], len(foreign[1])) == (absent[0], len(absent[1])), (
            str(route),
            foreign,
            absent,
        )


def test_codes_of_a_private_game_and_of_none(database, alice):
    game, caller = alice.create("me", "open", private=True)["id"], key_for(person(), *Scope)
    wrong, absent = (
        asked(caller.post, f"/games/{one}/seats", {"code": "ABCD-EFGH"})
        for one in (game, str(uuid4()))
    )
    assert wrong[0] == absent[0] == 404
    assert len(wrong[1]) == len(absent[1])


def test_what_apps_hold_and_what_is_nothing(database):
    """Tokens of another app, and tokens that are none."""
    author, browser = person(), logged_in()
    theirs, other = (register(author, confidential=True) for _ in range(2))
    tokens = allowed(browser, theirs)
    for path in ("introspect", "revoke"):
        foreign, none = (
            asked(other.post, path, token=text)
            for text in (tokens["access_token"], f"hba_{'0' * 16}_{'0' * 64}")
        )
        assert (foreign[0], len(foreign[1])) == (none[0], len(none[1])), (path, foreign, none)


def test_apps_that_there_are_and_that_there_are_not(database):
    app = register(person(), confidential=True)
    half = AppClient(app.client_id, "hbs_wrong")
    none = AppClient("hbapp_" + "0" * 16, "hbs_wrong")
    known, unknown = (asked(one.redeem, "hbc_x") for one in (half, none))
    assert known[0] == unknown[0] == 401
    assert len(known[1]) == len(unknown[1])


def test_people_that_there_are_and_that_there_are_not(database):
    """Blocks and mutes, invitations, and what is public of a player."""
    caller = key_for(person(), *Scope)
    for method, path in (
        ("GET", "/players/{}"),
        ("GET", "/players/{}/games"),
        ("PUT", "/me/blocks/{}"),
        ("PUT", "/me/mutes/{}"),
    ):
        known = asked(caller.request, method, path.format(person().name))
        unknown = asked(caller.request, method, path.format(fresh_name()))
        # That an account has this name is public; how much it has done is not told by effort.
        assert known[0] in {200, 204}
        assert unknown[0] in {404, 422}
        assert asked(caller.request, method, path.format(person().name))[1] == known[1]


@pytest.mark.parametrize("by", ["name", "email"])
def test_resets_for_who_has_an_account_and_who_has_none(database, settings, by):
    settings.HERDBOOK_MAIL = True
    ann = person()
    Account.objects.filter(name=ann.name).update(
        email=f"{ann.name}@example.org", email_confirmed_at=clock.now()
    )
    values = {"name": (ann.name, fresh_name()), "email": (f"{ann.name}@example.org", "x@y.example")}
    known, unknown = (asked(Caller().post, "/password-resets", {by: one}) for one in values[by])
    assert known == unknown
    assert known[0] == 202


@pytest.mark.parametrize("door", ["game", "offer"])
def test_people_who_cannot_be_invited_whyever(database, alice, bob, door):
    """Who has blocked the asker, a bot that takes nobody, one that is closed, and nobody at all."""
    asker, ben, bot, gone = person(), person(), person(), person()
    assert ben.request("PUT", f"/me/blocks/{asker.name}").status_code == 204
    Account.objects.filter(name=bot.name).update(accepts=Account.Accepts.NOBODY)
    Account.objects.filter(name=gone.name).update(is_active=False)
    efforts = []
    for name in (ben.name, bot.name, gone.name, fresh_name()):
        if door == "game":
            seats = [{"kind": "me"}, {"kind": "invite", "account": name}]
            efforts.append(asked(asker.post, "/games", {"ruleset": "mow", "seats": seats}))
        else:
            with CaptureQueriesContext(connection) as queries:
                assert guests.invitable_account(name, by=asker.account) is None
            efforts.append((422, [one["sql"].split(" WHERE ")[0][:60] for one in queries]))
    assert efforts[0][0] == 422
    assert efforts == [efforts[0]] * 4
