"""What a seat and a spectator see of the table (1.11, 1.9.34)."""

from games.engine.seats import Seat
from games.rules.mow.game import RULESET
from tests.rules.mow.table import lay, pack_in_order, play

TABLE = {
    "hand_sizes": (2, 1, 0),
    "deck_size": 2,
    "herd": ("B0", "S@6", "7.1^A7"),
    "stable_sizes": (0, 2, 1),
    "arrow": "R",
    "phase": "turn",
    "turn": 1,
    "round": 4,
    "starter": 2,
    "totals": (10, 20, 30),
    "last_round": None,
}


def state():
    return lay(
        hands=[["9.2", "3.1"], ["S"], []],
        deck=["1.0", "2.0"],
        herd=["B0", "S@6", "7.1^A7"],
        stables=[[], ["12.1", "9.0"], ["B16"]],
        arrow="R",
        turn=1,
        round=4,
        starter=2,
        totals=[10, 20, 30],
    )


def test_a_seat_sees_its_hand_and_its_stable_and_counts_of_the_others():
    # 1.9.34
    seen = [RULESET.observe(state(), Seat(seat)).table() for seat in range(3)]
    assert seen[0] == {**TABLE, "hand": ("3.1", "9.2"), "stable": ()}
    assert seen[1] == {**TABLE, "hand": ("S",), "stable": ("9.0", "12.1")}
    assert seen[2] == {**TABLE, "hand": (), "stable": ("B16",)}


def test_a_spectator_sees_neither_hands_nor_stables():
    assert RULESET.observe(state(), None).table() == {**TABLE, "hand": None, "stable": None}


def test_the_round_before_is_shown_until_the_next_one_ends():
    table = lay(hands=[["9.2"], ["S"], []], herd=["6.1"])
    play(table, 0, "take", pack_in_order())
    assert RULESET.observe(table, None).table()["last_round"] == {
        "round": 1,
        "hands": (("9.2",), ("S",), ()),
        "points": (3, 5, 0),
    }


def test_after_the_game_it_is_nobodys_turn_and_all_cards_are_in_the_stables():
    table = lay(hands=[["9.2"], ["S"], []], herd=["6.1"], options={"limit": 1})
    play(table, 0, "take")
    seen = RULESET.observe(table, None)
    assert (seen.turn, seen.herd, seen.hand_sizes) == (None, (), (0, 0, 0))
    assert seen.stable_sizes == (2, 1, 0)


def test_phase_open_is_shown():
    table = lay(hands=[["9.2"], ["S"], []], herd=["6.1"], deck=["1.0"])
    play(table, 0, "take")
    assert RULESET.observe(table, None).phase == "open"
