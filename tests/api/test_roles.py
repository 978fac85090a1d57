"""Who may do what: every route and method with every kind of caller (F27, A55, A56)."""

from uuid import UUID

import pytest
from django.utils import timezone

from accounts.models import Account
from accounts.moderation.models import Sanction
from accounts.scopes import Scope
from accounts.services.apps import register_app
from accounts.services.bots import create_bot
from accounts.services.webhooks import create_webhook, send_test
from games.engine.seats import Seat
from games.models import RefusedMove
from games.selectors import decision_ids
from tests.accounts.keys import key_for
from tests.accounts.people import as_person
from tests.api import served
from tests.api.matrix import Kind
from tests.api.routes import OF_A_GAME, ROUTES, TO_COME, WITH_TOKEN
from tests.cast import Caller, Player, problem
from tests.moderation.staff import give_role, impose
from tests.tables import seated

NOBODY_KNOWS = "00000000-0000-4000-8000-000000000000"


def test_every_route_and_method_that_is_served_stands_in_the_table():
    assert served.operations() == {str(route) for route in ROUTES}


def test_without_a_token_there_is_only_401(subtests, alice, bob):
    game = seated(alice, bob)
    for route in WITH_TOKEN:
        with subtests.test(str(route)):
            response = Caller().request(route.method, route.at(game), route.body)
            assert "version" not in problem(response, 401, "token_missing")


def test_a_token_for_something_else_is_not_enough(subtests, alice, bob):
    """A56: the refusal says which scopes are needed and which are there."""
    game = seated(alice, bob)
    for route in ROUTES:
        others = sorted(scope for scope in Scope if scope != route.scope)
        key = key_for(alice, *others)
        with subtests.test(str(route)):
            response = key.request(route.method, route.at(game), route.body)
            if route.scope is None:
                assert response.status_code not in {401, 403}
                continue
            body = problem(response, 403, "insufficient_scope")
            assert body["required_scopes"] == [route.scope]
            assert body["granted_scopes"] == others


def test_a_token_with_the_one_scope_is_enough(subtests, alice, bob):
    game, name = seated(alice, bob), alice.name.replace("sandbox", "bot-of")
    create_bot(
        owner=Account.objects.get(name=alice.name),
        name=name,
        description="",
        accepts="nobody",
        now=timezone.now(),
    )
    hook = create_webhook(
        Account.objects.get(name=alice.name),
        url="https://1.1.1.1/",
        types=["webhook.disabled"],
        description="",
        now=timezone.now(),
    ).webhook
    sent = send_test(hook, now=timezone.now()).delivery
    app = register_app(
        Account.objects.get(name=alice.name),
        name="a board",
        homepage="",
        redirect_uris=[],
        device_flow=True,
        confidential=True,
        now=timezone.now(),
    ).app
    warning = impose(alice, Sanction.Kind.WARNING)
    others = {"webhook": str(hook.id), "delivery": str(sent.id), "sanction": str(warning.id)}
    others["client"] = app.client_id
    refused = RefusedMove.objects.create(
        account=Account.objects.get(name=name),
        game=UUID(game),
        seat=0,
        opened=1,
        number=1,
        move="take",
        code="illegal_move",
        at=timezone.now(),
    )
    others["decision"] = decision_ids.write(refused.game, Seat(0), 1)
    for route in ROUTES:
        key = key_for(alice, *[route.scope] if route.scope else [])
        if "{address}" in route.path:
            continue  # no token opens it
        with subtests.test(str(route)):
            response = key.request(route.method, route.at(game, name, **others), route.body)
            assert response.status_code not in {401, 404, 405, 500}, response.content
            if response.status_code == 403:
                assert response.json()["code"] != "insufficient_scope"


def _as(who: str, player: Player) -> Caller:
    """Return somebody without a seat; the token of all but one is for everything."""
    if who == "suspended":
        impose(player)
    if who == "moderator":
        as_person(player)
        give_role(player.account)
    return Caller() if who == "anonymous" else key_for(player, *Scope)


def _foreign(kind: Kind, alice: Player, bob: Player) -> str:
    """Return a private game."""
    made = alice.create("me", "open", private=True)
    game: str = made["id"]
    if kind is not Kind.OPEN:
        bob.join(game, code=made["join_code"])
    if kind is Kind.FINISHED:
        assert bob.post(f"/games/{game}/resign").status_code == 200
    return game


@pytest.mark.parametrize("kind", [Kind.OPEN, Kind.PRIVATE, Kind.FINISHED])
@pytest.mark.parametrize("who", ["stranger", "suspended", "moderator", "anonymous"])
def test_a_private_game_is_like_no_game(who, kind, alice, bob, mallory):
    """S14: equal in status, headers, body and its length, whatever is asked and by whom."""
    game, caller = _foreign(kind, alice, bob), _as(who, mallory)
    for route in OF_A_GAME:
        real, unreal = (
            caller.request(
                route.method, route.at(one), route.body, headers={"Request-Id": "the-same"}
            )
            for one in (game, NOBODY_KNOWS)
        )
        if who == "anonymous" and route.needs_token:
            problem(real, 401, "token_missing")
        elif who == "suspended":
            problem(real, 403, "account_sanctioned")
        else:
            problem(real, 404, "not_found")
        assert (real.status_code, real.content) == (unreal.status_code, unreal.content), route
        assert real.headers == unreal.headers, route


def test_what_is_not_served_yet_is_404(subtests, alice):
    for path in TO_COME:
        for method in ("GET", "POST", "PUT", "DELETE"):
            with subtests.test(f"{method} {path}"):
                response = alice.request(method, path.format(game=NOBODY_KNOWS), {})
                problem(response, 404, "not_found")
