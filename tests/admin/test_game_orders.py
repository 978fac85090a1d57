"""Orders to games in the dashboard: a preview first, then the order for that version."""

from uuid import UUID

import pytest

from accounts.moderation.roles import Role
from tests.admin.staff import browser
from tests.moderation.staff import audited
from tests.tables import given_up, seated

PAUSE = {"kind": "pause", "hours": "5", "reason": "A disturbance", "note": "seen it"}


@pytest.fixture
def moderator(database):
    return browser(Role.MODERATOR)


def order(client, game, **fields):
    return client.post(f"/admin/games/{game}/order/", fields)


def give(client, game, **fields):
    """Preview an order and give it, as the page does."""
    context = order(client, game, **fields).context
    hidden = {"version": context["version"] or "", "shown": context["shown"]}
    return order(client, game, **fields, **hidden, give="1")


def test_an_order_is_previewed_and_then_given_with_a_row(moderator, alice, bob):
    """A52"""
    game = seated(alice, bob)
    hands = {card for one in (alice, bob) for card in one.view(game)["table"]["hand"]}
    version = alice.view(game)["version"]
    assert f"/admin/games/{game}/order/" in moderator.page(f"games/{game}/")
    shown = order(moderator, game, **PAUSE).content.decode()
    assert "What everybody will see" in shown
    assert "GamePaused" in shown
    assert not [card for card in hands if f"&quot;{card}&quot;" in shown]
    assert alice.view(game)["version"] == version
    assert not audited("game", UUID(game))
    response = give(moderator, game, **PAUSE)
    assert response["Location"] == f"/admin/games/{game}/"
    assert alice.view(game)["status"] == "paused"
    [row] = audited("game", UUID(game))
    assert (row.action, row.reason, row.note) == ("game.pause", "A disturbance", "seen it")


def test_an_order_is_not_given_to_another_version_than_the_one_previewed(moderator, alice, bob):
    game = seated(alice, bob)
    context = order(moderator, game, **PAUSE).context
    shown = {"version": context["version"], "shown": context["shown"], "give": "1"}
    changed = order(moderator, game, **(PAUSE | {"hours": "50"}), **shown)
    assert "What everybody will see" in changed.content.decode()
    alice.move(game)
    for fields in (shown, {"give": "1"}, shown | {"version": context["version"] + 2}):
        assert order(moderator, game, **PAUSE, **fields).status_code == 200
    assert alice.view(game)["status"] == "running"
    assert not audited("game", UUID(game))


@pytest.mark.parametrize(
    "bad",
    [
        {"hours": ""},
        {"reason": ""},
        {"kind": "extend"},
        {"kind": "player", "seat": "0"},
        {"kind": "player", "seat": "9", "account": "nobody-there"},
        {"kind": "house", "seat": "0", "strategy": "none"},
        {"kind": "adjudicate", "winners": "x"},
        {"kind": "adjudicate", "winners": "7"},
        {"kind": "annul"},
        {"kind": "delete"},
        {"case": "x"},
    ],
)
def test_what_cannot_be_ordered_is_said_and_changes_nothing(moderator, alice, bob, bad):
    game = seated(alice, bob)
    before = alice.view(game)["version"]
    response = give(moderator, game, **(PAUSE | bad))
    assert response.status_code == 200
    assert alice.view(game)["version"] == before
    assert not audited("game", UUID(game))


def test_operators_give_orders_but_judge_nothing(alice, bob):
    game = given_up(alice, bob)
    fields = {"kind": "annul", "reason": "A disturbance"}
    version = alice.view(game)["version"]
    give(browser(Role.OPERATOR), game, **fields)
    assert alice.view(game)["version"] == version
    give(browser(Role.MODERATOR), game, **fields)
    assert alice.view(game)["version"] > version
