"""Who may know what (4.9)."""

import pytest

from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.tortoise.game import RULESET
from tests.rules.tortoise.table import draw, lay, open_deal, start

EVERYBODY = [Seat(0), Seat(1), Seat(2), Seat(3), None]


def seen(event: Event) -> list[object]:
    """Return what four seats and a spectator see of an event."""
    return [event.seen_by(viewer) for viewer in EVERYBODY]


def test_the_deal_shows_each_seat_its_own_hand_before_the_throw_out():
    _, events = start(seats=3, seed=4)
    deal = events[0]
    opened = deal.opened()["hands"]
    assert sum(map(len, opened)) == 43
    for seat in range(3):
        assert deal.seen_by(Seat(seat))["hand"] == sorted(opened[seat])
    assert deal.seen_by(None) == {"dealer": 0, "hand_sizes": [14, 15, 14]}


def test_pairs_are_seen_by_everybody():
    state = lay("R1 R1 J J J U1", "U1 J K1")
    pairs = open_deal(state)[0]
    shown = {"pairs": [["J", "J"], ["R1", "R1"]]}
    assert seen(pairs) == [shown] * 5
    assert pairs.opened() == shown
    assert RULESET.observe(state, None).thrown == (("J", "J"), ("R1", "R1"))


def test_a_drawn_card_is_seen_by_the_two_seats_it_passed_between():
    state = lay("R1 U1 K1", "R1 G1", "U1 G1 W1", "W1 R2 R3", "R2 R3", offerer=0)
    event = draw(state, 1)[0]
    public = {"offerer": 0, "position": 1}
    assert seen(event) == [public | {"card": "U1"}] * 2 + [public] * 3
    assert event.opened() == public | {"card": "U1"}
    assert (event.seat, event.move()) == (1, "draw:1")
    assert {event.move_seen_by(seat) for seat in (None, Seat(0), Seat(1), Seat(4))} == {"draw:1"}


def test_a_drawn_card_that_is_thrown_out_at_once_is_named_in_the_pair():
    state = lay("R1 U1 K1", "R1 G1 W1", "U1 G1 W1", offerer=0)
    event, pair, *_ = draw(state, 0)
    assert "card" not in event.seen_by(None)
    assert pair.seen_by(None) == {"pairs": [["R1", "R1"]]}


def test_a_card_handed_on_is_seen_by_giver_and_receiver():
    state = lay("R1", "U1 G1 K1", "R1 U1 G1 W1", "W1 R2 R2 R3", "R3 U2", "U2 K2 K2 G2", dealer=5)
    events = open_deal(state)
    event = next(event for event in events if event.type == "CardHandedOn")
    assert event.seat == 0
    assert seen(event) == [{"receiver": 1, "card": "R1"}] * 2 + [{"receiver": 1}] * 3
    assert event.opened() == {"receiver": 1, "card": "R1"}
    assert event.move() is None


def test_an_offer_shows_nobody_anything():
    state = lay("R1 U1 K1", "R1 G1 W1", "U1 G1 W1", dealer=2)
    offer = open_deal(state)[-1]
    assert offer.seat == 0
    assert seen(offer) == [{}] * 5
    assert sorted(offer.opened()["hand"]) == ["K1", "R1", "U1"]


def test_the_end_shows_who_is_left_with_the_tortoise():
    state = lay("R1 R1 K1", "U1 U1", "G1 G1", "W1 W1")
    end = open_deal(state)[-1]
    assert seen(end) == [{"loser": 0, "capped": False}] * 5
    assert end.opened() == {"loser": 0, "capped": False}


def test_the_offerer_does_not_see_the_order_of_its_offer():
    orders = ("K1 R1 U1", "U1 K1 R1", "R1 U1 K1")
    tables = {
        str(RULESET.observe(lay(order, "R1 G1 W1", "U1 G1 W1", offerer=0), Seat(0)).table())
        for order in orders
    }
    assert len(tables) == 1
    assert "('K1', 'R1', 'U1')" in tables.pop()


def test_a_seat_sees_its_hand_and_the_sizes_of_all():
    state = lay("R1 U1 K1", "R1 G1 W1", "", "U1 G1 W1", offerer=0, dealer=2)
    observation = RULESET.observe(state, Seat(1))
    assert observation.table() == {
        "hand": ("G1", "R1", "W1"),
        "hand_sizes": (3, 3, 0, 3),
        "thrown": (),
        "offerer": 0,
        "drawer": 1,
        "out": (2,),
        "dealer": 2,
    }
    assert RULESET.observe(state, None).hand is None


def test_a_foreign_event_is_not_evolved():
    with pytest.raises(TypeError, match="no event of the Tortoise Game"):
        RULESET.evolve(lay("R1 U1 K1", "R1 U1", offerer=0), Event())
