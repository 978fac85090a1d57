import herdbook
import pytest
from herdbook.reading import read
from herdbook.terminal.renderers import move_of, sentence_of, table_of
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.client.rendering import drawn, json_values

TABLE = {
    "hand": ["CAT.B1", "HEN.M", "HEN.W1", "HEN.B1", "PIG.Y1"],
    "hand_sizes": [5, 5],
    "face_up": {"A": "COW.M", "B": "SHP.Y1"},
    "stack_sizes": {"A": 9, "B": 24},
    "farmyard_size": 1,
    "turn": 0,
    "phase": "turn",
    "dealer": 1,
    "chosen": [],
    "my_choice": None,
    "racing": [],
    "prev_swap": False,
    "cries": [{"seat": 1, "group": "PIG", "success": False}],
    "scores": [10, 45],
    "round": 4,
    "last_round": {
        "round": 3,
        "seat": 0,
        "group": "HEN",
        "cards": ["HEN.M", "HEN.Y1", "HEN.W1", "HEN.B1"],
        "points": [10, 0],
    },
}


def as_game(words, **changes):
    return read(
        herdbook.Game, words.game(**{"ruleset": "farmyard-cries", "table": TABLE} | changes)
    )


def test_the_table_shows_stacks_hand_cries_and_the_round_before(words):
    text = drawn(table_of(as_game(words)))
    for shown in (
        "Round 4, dealt by house-normal",
        "COW.M   9 cards",
        "SHP.Y1   24 cards",
        "1 face down",
        "CAT.B1  HEN.M  HEN.W1  HEN.B1  PIG.Y1",
        "house-normal pig (50) in vain",
        "sandbox-1 with the hen (10): HEN.M  HEN.Y1  HEN.W1  HEN.B1",
        "farmyard-cries · version 5",
    ):
        assert shown in text
    for hidden in ("you pass", "have chosen", "in the race"):
        assert hidden not in text


def test_the_table_shows_a_swap_and_a_race(words):
    swap = TABLE | {"phase": "swap", "chosen": [0], "my_choice": "PIG.Y1"}
    text = drawn(table_of(as_game(words, table=swap)))
    for shown in ("a swap", "have chosen  sandbox-1", "you pass     PIG.Y1"):
        assert shown in text
    race = drawn(table_of(as_game(words, table=TABLE | {"phase": "race", "racing": [0, 1]})))
    assert "in the race  sandbox-1, house-normal" in race


def test_a_spectator_sees_no_hand_and_a_void_round_is_told(words):
    void = {"round": 3, "seat": None, "group": None, "cards": [], "points": [0, 0]}
    won = {"seat": 1, "group": "PIG", "success": True}
    table = TABLE | {"hand": None, "last_round": void, "cries": [won], "face_up": {"A": None}}
    text = drawn(table_of(as_game(words, table=table, you=None)))
    assert "your hand" not in text
    assert "void: nobody won in time" in text
    assert "in vain" not in text
    assert "nothing   9 cards" in text


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("RoundDealt", {"round": 2, "dealer": 1, "face_up": TABLE["face_up"]},
         "Round 2: house-normal deals; COW.M and SHP.Y1 lie face up"),
        ("RoundDealt", {"round": 2, "dealer": 1, "face_up": TABLE["face_up"], "hand": ["HEN.M"]},
         "Round 2: house-normal deals; COW.M and SHP.Y1 lie face up; your hand: HEN.M"),
        ("RoundDealt", {"round": 2, "dealer": 1, "hands": [["HEN.M"], []],
                        "stacks": {"A": ["COW.M", "HEN.B1"], "B": ["SHP.Y1"]}},
         "Round 2: house-normal deals; COW.M and SHP.Y1 lie face up"),
        ("CardExchanged",
         {"stack": "A", "taken": "COW.M", "turned_up": "PIG.B1", "refilled": False},
         "sandbox-1 takes COW.M from stack A; next comes PIG.B1"),
        ("CardExchanged", {"stack": "A", "taken": "COW.M", "turned_up": "HEN.B1",
                           "refilled": True, "discarded": "HEN.B1"},
         ("sandbox-1 takes COW.M from stack A for HEN.B1; the Farmyard moves there;"
         " next comes HEN.B1")),
        ("SwapCalled", {}, "sandbox-1 calls a swap: everybody passes a card to the left"),
        ("CardSealed", {}, "sandbox-1 has chosen a card"),
        ("CardSealed", {"card": "HEN.M"}, "sandbox-1 has chosen: HEN.M"),
        ("CardsPassed", {}, "All cards are passed"),
        ("CardsPassed", {"given": "HEN.M", "received": "COW.M"},
         "All cards are passed: you give HEN.M and get COW.M"),
        ("GroupCried", {"group": "PIG", "success": False, "given": []},
         "sandbox-1 cries for the young of the pig (50); nobody has any"),
        ("GroupCried",
         {"group": "HEN", "success": True, "given": [{"seat": 1, "cards": ["HEN.Y1", "HEN.Y2"]}]},
         ("sandbox-1 cries for the young of the hen (10); they come from house-normal"
         " HEN.Y1  HEN.Y2")),
        ("RaceStarted", {"seats": [0, 1], "caller": None},
         "Several have a set: sandbox-1, house-normal race to lay down"),
        ("SetLaidDown", {}, "sandbox-1 lays down first"),
        ("RoundEnded", {"round": 2, "winner": 0, "group": "PIG", "cards": ["PIG.M", "PIG.Y1"],
                        "points": [50, 0], "scores": [50, 0]},
         "Round 2 ends: sandbox-1 with the pig (50): PIG.M  PIG.Y1; in all 50 / 0"),
        ("RoundEnded", {"round": 2, "winner": None, "group": None, "cards": []},
         "Round 2 ends: void: nobody won in time"),
    ],
)  # fmt: skip
def test_events_are_told_in_sentences(words, kind, data, sentence):
    event = herdbook.Event(version=1, type=kind, seat=0, data=data)
    assert sentence_of(event, as_game(words)).plain == sentence


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("HEN.M>A", "HEN.M>A"),
        ("swap", "swap  everybody passes a card to the left"),
        ("pass:DOG.W2", "pass:DOG.W2  where found of the dog"),
        ("pass:OWL.X", "pass:OWL.X"),
        ("cry:COW", "cry:COW  ask for the young of the cow"),
        ("cry:OWL", "cry:OWL"),
        ("lay-down", "lay-down  your set, before the others"),
    ],
)
def test_a_move_says_what_it_does(words, move, shown):
    assert move_of(move, as_game(words)).plain == shown


DATA = ["taken", "stack", "turned_up", "card", "given", "received", "group", "seats", "winner"]
KINDS = ["RoundDealt", "CardExchanged", "SwapCalled", "CardSealed", "CardsPassed", "GroupCried"]


@given(
    kind=st.sampled_from([*KINDS, "RaceStarted", "SetLaidDown", "RoundEnded"]),
    surprising=st.dictionaries(st.sampled_from([*TABLE, *DATA]), json_values),
    seat=st.none() | st.integers(),
    move=st.text(),
)
def test_nothing_whatever_breaks_the_screen(kind, surprising, seat, move):
    seats = [{"seat": 0, "kind": "bot", "name": "a"}, {"seat": 1, "kind": "open"}]
    members = {"id": "g", "status": "running", "seats": seats, "ruleset": "farmyard-cries"}
    game = read(herdbook.Game, members | {"table": TABLE | surprising})
    event = herdbook.Event(version=1, type=kind, seat=seat, data=surprising)
    drawn(table_of(game))
    drawn(sentence_of(event, game))
    move_of(move, game)
