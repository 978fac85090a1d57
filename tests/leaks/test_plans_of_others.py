"""Two games, equal but for the standing orders of another seat: what others are sent is equal (A40).

Until the orders make a move there is nothing to be seen of them at all, and the move looks like any
that the seat's owner makes.
"""

import pytest

from games.models import StandingPlan
from games.services.plans import following
from tests.cast import Caller
from tests.leaks.crawl import pages
from tests.leaks.test_twins import World
from tests.services.plans import ANY_MOVE, catch_up, hear

ORDERS = [
    {**ANY_MOVE, "when": {"fact": "hand", "has": "8.0"}},
    {"on": ["free"], "move": {}, "times": None},
]


@pytest.fixture(autouse=True)
def at_once(database: None, settings) -> None:
    settings.HERDBOOK_HOUSE_PACE_MS = (0, 0)
    catch_up()


def others(world: World) -> tuple[Caller, ...]:
    return world.bob, world.stranger, Caller()


def compare(with_plan: World, without: World) -> int:
    """Raise unless everybody but the first seat is sent the same in both; return how much."""
    compared = 0
    for one, other in zip(others(with_plan), others(without), strict=True):
        for left, right in zip(with_plan.seen(one), without.seen(other), strict=True):
            assert left == right
            compared += 1
    return compared


def test_nobody_else_can_tell_who_has_given_orders():
    with_plan, without = World(0), World(0)
    path = f"/games/{with_plan.game}/plan"
    compared = compare(with_plan, without)
    assert with_plan.alice.request("PUT", path, {"orders": ORDERS}).status_code == 200
    hear()
    compared += compare(with_plan, without)
    move = with_plan.alice.view(with_plan.game)["decision"]["legal_moves"][0]
    assert following.follow(StandingPlan.objects.get(game=with_plan.game).id)
    assert without.alice.move(without.game, move).status_code == 201
    compared += compare(with_plan, without)
    for world in (with_plan, without):
        assert world.bob.move(world.game).status_code == 201
    hear()
    compared += compare(with_plan, without)
    assert compared > 100


def test_the_owner_can_tell():
    """What is compared above is able to tell the two apart."""
    with_plan, without = World(0), World(0)
    with_plan.alice.request("PUT", f"/games/{with_plan.game}/plan", {"orders": ORDERS})
    assert with_plan.seen(with_plan.alice) != without.seen(without.alice)


def test_no_page_names_a_card_of_the_orders():
    """F41: neither do those of others, nor what the server says to who asks for the plan."""
    world = World(0)
    card = "B16"
    order = {"move": f"{card}>L", "when": {"fact": "hand", "has": card}}
    world.alice.request("PUT", f"/games/{world.game}/plan", {"orders": [order]})
    for viewer in others(world):
        for page in pages(viewer, world.game, attacks=False):
            assert card not in page.words(), page.asked
