import herdbook
import pytest
from herdbook.reading import read
from herdbook.terminal.renderers import move_of, sentence_of, table_of
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.client.rendering import drawn, json_values

TABLE = {
    "hand": ["G1", "K1", "U2"],
    "hand_sizes": [3, 4],
    "thrown": [["J", "J"], ["R1", "R1"], ["J", "J"]],
    "offerer": 1,
    "drawer": 0,
    "out": [],
    "dealer": 0,
}


def as_game(words, **changes):
    return read(herdbook.Game, words.game(**{"ruleset": "tortoise", "table": TABLE} | changes))


def test_the_table_shows_the_offer_the_hand_and_the_pairs(words):
    text = drawn(table_of(as_game(words)))
    for shown in (
        "Dealt by sandbox-1",
        "house-normal offers 4 cards to sandbox-1",
        "G1  K1  U2",
        "J x2  R1",
        "▶  sandbox-1",
        "tortoise · version 5",
    ):
        assert shown in text


def test_the_table_shows_who_is_out(words):
    over = TABLE | {"hand": [], "offerer": None, "drawer": None, "out": [0]}
    text = drawn(table_of(as_game(words, table=over)))
    assert "none: you are out" in text
    assert "offers" not in text


def test_a_spectator_sees_no_hand(words):
    table = TABLE | {"hand": None, "thrown": []}
    text = drawn(table_of(as_game(words, table=table, you=None)))
    assert "your hand" not in text
    assert "none yet" in text


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("RoundDealt", {"dealer": 1, "hand_sizes": [22, 21]}, "house-normal deals"),
        ("RoundDealt", {"dealer": 1, "hand": ["G1", "K1"]}, "house-normal deals; your hand: G1  K1"),
        ("PairsThrown", {"pairs": [["R1", "R1"]]}, "sandbox-1 throws out a pair: R1"),
        ("PairsThrown", {"pairs": [["J", "J"], ["J", "J"]]}, "sandbox-1 throws out 2 pairs: J x2"),
        ("HandOffered", {}, "sandbox-1 mixes and offers the hand"),
        ("CardDrawn", {"offerer": 1, "position": 3},
         "sandbox-1 draws a card at position 3 from house-normal"),
        ("CardDrawn", {"offerer": 1, "position": 0, "card": "K1"},
         "sandbox-1 draws K1 at position 0 from house-normal"),
        ("CardHandedOn", {"receiver": 1},
         "sandbox-1 hands on the last card to house-normal and is out"),
        ("CardHandedOn", {"receiver": 1, "card": "W2"},
         "sandbox-1 hands on W2 to house-normal and is out"),
        ("RoundEnded", {"loser": 1, "capped": False}, "The Tortoise stays with house-normal"),
        ("RoundEnded", {"loser": 1, "capped": True},
         "The Tortoise stays with house-normal; there were too many draws"),
    ],
)  # fmt: skip
def test_events_are_told_in_sentences(words, kind, data, sentence):
    event = herdbook.Event(version=1, type=kind, seat=0, data=data)
    assert sentence_of(event, as_game(words)).plain == sentence


def test_a_draw_says_which_card_of_the_offer_it_takes(words):
    game = as_game(words)
    assert move_of("draw:0", game).plain == "draw:0  card 1 of the offer"
    assert move_of("draw:x", game).plain == "draw:x"


KEYS = [*TABLE, "pairs", "position", "card", "receiver", "loser", "capped"]
KINDS = ["RoundDealt", "PairsThrown", "HandOffered", "CardDrawn", "CardHandedOn", "RoundEnded"]


@given(
    kind=st.sampled_from(KINDS),
    surprising=st.dictionaries(st.sampled_from(KEYS), json_values),
    seat=st.none() | st.integers(),
)
def test_nothing_whatever_breaks_the_screen(kind, surprising, seat):
    seats = [{"seat": 0, "kind": "bot", "name": "a"}, {"seat": 1, "kind": "open"}]
    members = {"id": "g", "status": "running", "seats": seats, "ruleset": "tortoise"}
    game = read(herdbook.Game, members | {"table": TABLE | surprising})
    event = herdbook.Event(version=1, type=kind, seat=seat, data=surprising)
    drawn(table_of(game))
    drawn(sentence_of(event, game))
