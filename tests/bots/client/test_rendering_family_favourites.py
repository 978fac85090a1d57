import herdbook
import pytest
from herdbook.reading import read
from herdbook.terminal.renderers import move_of, sentence_of, table_of
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.client.rendering import drawn, json_values

TABLE = {
    "hand": ["R3", "G4", "J"],
    "hand_sizes": [3, 6],
    "top": "W2",
    "played": ["W2", "K2", "J", "G2"],
    "draw_pile_size": 29,
    "buried": 0,
    "call": None,
    "turn": 0,
    "passes": 0,
    "turns": 3,
    "dealer": 1,
    "round": 4,
    "totals": [20, 7],
    "last_round": {
        "round": 3,
        "out": 1,
        "hands": [["R5", "J"], []],
        "points": [20, 0],
    },
}


def as_game(words, **changes):
    return read(
        herdbook.Game, words.game(**{"ruleset": "family-favourites", "table": TABLE} | changes)
    )


def test_the_table_shows_what_to_match_the_hand_and_the_round_before(words):
    text = drawn(table_of(as_game(words)))
    for shown in (
        "Round 4, dealt by house-normal",
        "on top      W2",
        "below it    K2  J  G2",
        "draw pile   29",
        "R3  G4  J   22 points",
        "house-normal goes out; sandbox-1 20 points",
        "▶  sandbox-1",
        "family-favourites · version 5",
    ):
        assert shown in text
    for absent in ("calls", "joker", "more"):
        assert absent not in text


def test_the_table_shows_a_call_buried_jokers_and_a_long_pile(words):
    pile = ["J", *["R1", "U1", "G1", "W1", "K1"] * 2]
    changed = {"top": "J", "call": "dog", "played": pile, "buried": 1, "hand": ["R1"]}
    text = drawn(table_of(as_game(words, table=TABLE | changed)))
    assert "J calls dogs" in text
    assert "29   a joker at the bottom" in text
    assert "R1  U1  G1  W1  K1  R1  U1  G1  and 2 more" in text
    assert "R1   1 point" in text
    assert "2 jokers at the bottom" in drawn(table_of(as_game(words, table=TABLE | {"buried": 2})))


def test_a_spectator_sees_no_hand_and_a_blocked_round_is_told(words):
    blocked = {"round": 3, "out": None, "hands": [["R5"], ["J"]], "points": [5, 15]}
    table = TABLE | {"hand": None, "last_round": blocked, "played": ["W2"]}
    text = drawn(table_of(as_game(words, table=table, you=None)))
    assert "your hand" not in text
    assert "below it    nothing" in text
    assert "nobody goes out; sandbox-1 5, house-normal 15 points" in text


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("RoundDealt", {"round": 2, "dealer": 1, "top": "W2", "buried": 0},
         "Round 2: house-normal deals; W2 is turned up"),
        ("RoundDealt", {"round": 2, "dealer": 1, "top": "W2", "buried": 1, "hand": ["R3", "J"]},
         ("Round 2: house-normal deals; W2 is turned up after 1 joker, now at the bottom of the"
          " draw pile; your hand: R3  J")),
        ("CardPlayed", {"card": "R3", "call": None}, "sandbox-1 plays R3"),
        ("CardPlayed", {"card": "J", "call": "cat"}, "sandbox-1 plays J and calls cats"),
        ("PileRecycled", {"cards": ["R3", "G4"]},
         "The draw pile is empty: 2 played cards become the new one, shuffled"),
        ("CardDrawn", {}, "sandbox-1 draws a card"),
        ("CardDrawn", {"card": "K1"}, "sandbox-1 draws K1"),
        ("TurnPassed", {}, "sandbox-1 passes: nothing to play, nothing to draw"),
        ("RoundEnded", {"round": 2, "out": 0, "points": [0, 12], "totals": [3, 15]},
         "Round 2 ends: sandbox-1 goes out; house-normal 12 points; in all 3 / 15"),
        ("RoundEnded", {"round": 2, "out": None, "points": [4, 12]},
         "Round 2 ends: nobody goes out; sandbox-1 4, house-normal 12 points"),
    ],
)  # fmt: skip
def test_events_are_told_in_sentences(words, kind, data, sentence):
    event = herdbook.Event(version=1, type=kind, seat=0, data=data)
    assert sentence_of(event, as_game(words)).plain == sentence


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("R3", "R3  brown dog"),
        ("K1", "K1  other animal"),
        ("J>dog", "J>dog  only dogs or a joker may follow"),
        ("J>owl", "J>owl"),
        ("draw", "draw  the top card of the draw pile"),
        ("pass", "pass  nothing to play, nothing to draw"),
        ("R3>cat", "R3>cat"),
    ],
)
def test_a_move_says_what_it_does(words, move, shown):
    assert move_of(move, as_game(words)).plain == shown


DATA = ["card", "cards", "out", "points"]
KINDS = ["RoundDealt", "CardPlayed", "PileRecycled", "CardDrawn", "TurnPassed", "RoundEnded"]


@given(
    kind=st.sampled_from(KINDS),
    surprising=st.dictionaries(st.sampled_from([*TABLE, *DATA]), json_values),
    seat=st.none() | st.integers(),
    move=st.text(),
)
def test_nothing_whatever_breaks_the_screen(kind, surprising, seat, move):
    seats = [{"seat": 0, "kind": "bot", "name": "a"}, {"seat": 1, "kind": "open"}]
    members = {"id": "g", "status": "running", "seats": seats, "ruleset": "family-favourites"}
    game = read(herdbook.Game, members | {"table": TABLE | surprising})
    event = herdbook.Event(version=1, type=kind, seat=seat, data=surprising)
    drawn(table_of(game))
    drawn(sentence_of(event, game))
    move_of(move, game)
