"""Who may know what (3.9): what each event shows to whom, and what is seen of the table."""

import pytest

from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.family_favourites.game import RULESET
from tests.rules.family_favourites.table import deal, lay, pack_with, play, scripted

OWNER, OTHER, SPECTATOR = Seat(0), Seat(1), None
VIEWERS = (OWNER, OTHER, SPECTATOR)


def seen(event: Event) -> list[object]:
    return [event.seen_by(viewer) for viewer in VIEWERS]


def test_a_deal_shows_the_top_and_the_buried_jokers_and_each_seat_its_hand():
    _, [event] = deal(seats=3, chance=pack_with(["J", "K2", "K3"]))
    table = {
        "round": 1,
        "dealer": 0,
        "hand_sizes": [6, 6, 6],
        "top": "K2",
        "buried": 1,
        "draw_pile_size": 25,
    }
    hands = [
        ["R2", "R3", "R5", "U1", "U3", "U4"],
        ["R1", "R2", "R4", "R5", "U2", "U3"],
        ["R1", "R3", "R4", "U1", "U2", "U4"],
    ]
    assert [event.seen_by(Seat(seat)) for seat in range(3)] == [
        {**table, "hand": hand} for hand in hands
    ]
    assert event.seen_by(SPECTATOR) == table
    opened = event.opened()
    assert opened["hands"] == hands
    assert (opened["draw_pile"][0], opened["draw_pile"][-1]) == ("K3", "J")
    assert (event.seat, event.move()) == (None, None)


def test_a_deal_records_the_whole_shuffle_with_its_buried_jokers():
    chance = pack_with(["J", "J", "K2", "K3"])
    order = [*chance.shuffle(range(44), "deal")]
    _, [event] = deal(seats=3, chance=pack_with(["J", "J", "K2", "K3"]))
    assert event.shuffle() == ("deal", order)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("W1", {"card": "W1", "call": None}), ("J>dog", {"card": "J", "call": "dog"})],
)
def test_a_played_card_is_seen_by_everybody(text, shown):
    [event] = play(lay("W1 J", "R5"), 0, text)
    assert seen(event) == [shown] * 3
    assert event.opened() == shown
    assert (event.seat, event.move(), event.shuffle()) == (0, text, None)


def test_a_drawn_card_is_seen_by_its_seat_and_the_draw_by_all():
    [event] = play(lay("R1", "R5", draw_pile="G3 J"), 0, "draw")
    assert seen(event) == [{"card": "G3"}, {}, {}]
    assert event.opened() == {"card": "G3"}
    assert (event.seat, event.move()) == (0, "draw")
    assert [event.move_seen_by(viewer) for viewer in VIEWERS] == ["draw"] * 3


def test_of_a_recycled_pile_everybody_sees_the_cards_and_nobody_their_order():
    state = lay("R1 U3", "R5", played="W2 K2 J G2", draw_pile="")
    recycled, drawn = play(state, 0, "draw", scripted("J K2 G2"))
    assert seen(recycled) == [{"cards": ["G2", "K2", "J"]}] * 3
    assert recycled.opened() == {"draw_pile": ["J", "K2", "G2"]}
    assert (recycled.seat, recycled.move(), recycled.shuffle()[0]) == (None, None, "recycle")
    assert seen(drawn) == [{"card": "J"}, {}, {}]
    table = RULESET.observe(state, OTHER).table()
    assert (table["played"], table["draw_pile_size"], table["hand_sizes"]) == (("W2",), 2, (3, 1))


def test_a_pass_shows_nothing_more():
    [event] = play(lay("R1", "R5", draw_pile=""), 0, "pass")
    assert seen(event) == [{}] * 3
    assert (event.opened(), event.seat, event.move()) == ({}, 0, "pass")


def test_the_end_of_a_round_shows_the_cards_left_over():
    event = play(lay("W1", "J R5", "K1", totals=[1, 2, 3]), 0, "W1")[1]
    shown = {
        "round": 1,
        "out": 0,
        "hands": [[], ["R5", "J"], ["K1"]],
        "points": [0, 20, 1],
        "totals": [1, 22, 4],
    }
    assert seen(event) == [shown] * 3
    assert event.opened() == shown
    assert (event.seat, event.move()) == (None, None)


def test_a_seat_sees_its_hand_all_played_cards_and_counts():
    state = lay(
        *("R1 J", "G2", "K1 K2 K3"),
        played="J U2 G4",
        call="dog",
        draw_pile="W1 W1",
        dealer=1,
        turn=2,
        passes=1,
        turns=17,
        hand=3,
        totals=[10, 20, 30],
    )
    table = {
        "hand_sizes": (2, 1, 3),
        "top": "J",
        "played": ("J", "U2", "G4"),
        "draw_pile_size": 2,
        "buried": 0,
        "call": "dog",
        "turn": 2,
        "passes": 1,
        "turns": 17,
        "dealer": 1,
        "round": 3,
        "totals": (10, 20, 30),
        "last_round": None,
    }
    assert RULESET.observe(state, OWNER).table() == {**table, "hand": ("R1", "J")}
    assert RULESET.observe(state, OTHER).table() == {**table, "hand": ("G2",)}
    assert RULESET.observe(state, SPECTATOR).table() == {**table, "hand": None}


def test_the_round_before_is_shown_until_the_next_one_ends():
    state = lay("W1", "J R5")
    play(state, 0, "W1")
    last = {"round": 1, "out": 0, "hands": ((), ("R5", "J")), "points": (0, 20)}
    assert RULESET.observe(state, SPECTATOR).table()["last_round"] == last


def test_after_the_game_it_is_nobodys_turn_and_the_cards_stay_where_they_were():
    state = lay("W1", "J R5", options={"hands": 1})
    play(state, 0, "W1")
    table = RULESET.observe(state, OTHER)
    assert (table.turn, table.hand, table.top) == (None, ("R5", "J"), "W1")


def test_a_foreign_event_is_not_evolved():
    with pytest.raises(TypeError, match="no event of Family Favourites"):
        RULESET.evolve(lay("R1", "R2"), Event())
