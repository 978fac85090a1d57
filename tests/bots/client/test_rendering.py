import herdbook
import pytest
from herdbook.reading import read
from herdbook.terminal.renderers import sentence_of, table_of
from herdbook.terminal.renderers.mow import all_flies, card_text
from herdbook.terminal.results import result_table
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.client.rendering import drawn, json_values


def as_game(members):
    return read(herdbook.Game, members)


def told(words, kind, data, seat=0):
    event = herdbook.Event(version=1, type=kind, seat=seat, data=data)
    return sentence_of(event, as_game(words.game())).plain


def test_the_table_of_mow_shows_what_there_is_to_see(words):
    members = words.game()
    members["table"] |= {
        "stable": ["3.2", "8.3"],
        "last_round": {"round": 1, "hands": [[], []], "points": [0, 3]},
    }
    text = drawn(table_of(as_game(members)))
    for shown in (
        "5  S@6  7•^A7   11 flies",
        "left ↓",
        "20",
        "2•  B16",
        "2 cards, 5 flies",
        "0 / 3 flies",
        "▶  sandbox-1",
        "house-normal",
        "you",
    ):
        assert shown in text


def test_an_empty_herd_says_why(words):
    members = words.game()
    members["table"] |= {"herd": [], "phase": "open"}
    assert "it was taken" in drawn(table_of(as_game(members)))
    members["table"] |= {"phase": "turn"}
    assert "none yet" in drawn(table_of(as_game(members)))


def test_a_spectator_sees_no_hand(words):
    members = words.game(you=None)
    members["table"] |= {"hand": None, "stable": None}
    assert "your hand" not in drawn(table_of(as_game(members)))


@pytest.mark.parametrize(
    ("code", "text", "flies"),
    [("7.2", "7••", 2), ("15.0", "15", 0), ("B16", "B16", 5), ("S@6", "S@6", 5), ("S", "S", 5),
     ("7.1^A7", "7•^A7", 6), ("joker", "joker", 0)],
)  # fmt: skip
def test_cards_show_their_flies(code, text, flies):
    assert card_text(code).plain == text
    assert all_flies([code]) == flies


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("CowPlayed", {"card": "7.2"}, "sandbox-1 plays 7••"),
        ("CowPlayed", {"card": "S", "slot": 6, "arrow": "R"},
         "sandbox-1 plays S, standing for 6, and the turn goes right ↑"),
        ("CowPlayed", {"card": "B0", "slot": None, "arrow": "L"},
         "sandbox-1 plays B0, and the turn goes left ↓"),
        ("CardDrawn", {}, "sandbox-1 draws a card"),
        ("CardDrawn", {"card": "9.1"}, "sandbox-1 draws 9•"),
        ("HerdTaken", {"cards": ["7.1", "A7"]}, "sandbox-1 takes the herd: 7•  A7 (6 flies)"),
        ("RoundEnded", {"round": 2, "hands": [], "points": [12, 3], "totals": [20, 5]},
         "Round 2 ends: sandbox-1 12, house-normal 3 flies; in all 20 / 5"),
        ("RoundDealt", {"round": 1, "starter": 1, "deck_size": 38, "hand": ["2.1"]},
         "Round 1 is dealt; house-normal begins, 38 cards are left in the deck; your hand: 2•"),
        ("RoundDealt", {"round": 1, "starter": 1, "deck": ["7.2", "9.1"], "hands": [["2.1"], []]},
         "Round 1 is dealt; house-normal begins, 2 cards are left in the deck"),
        ("DecisionExpired", {"kind": "turn", "reason": "deadline"}, "sandbox-1 ran out of time"),
        ("DecisionExpired", {"reason": "refusals"}, "sandbox-1 was refused too often"),
        ("SeatAway", {}, "sandbox-1 is away; a house bot plays on"),
        ("GameFinished", {"outcome": {"winners": [0, 1], "reason": "resignation"}},
         "The game is over; won by sandbox-1, house-normal (resignation)"),
        ("GameStarted", {"first_seat": 0}, "The game starts"),
        ("CowMilked", {"litres": [1, 2], "warm": True},
         "CowMilked by sandbox-1 (litres: 1 2, warm: yes)"),
        ("CowPlayed", {"cow": "of another shape"},
         "CowPlayed by sandbox-1 (cow: of another shape)"),
    ],
)  # fmt: skip
def test_events_are_told_in_sentences(words, kind, data, sentence):
    assert told(words, kind, data) == sentence


def test_house_bots_of_one_name_are_told_apart(words):
    members = words.game()
    members["seats"].append(members["seats"][1] | {"seat": 2})
    event = herdbook.Event(version=1, type="CardDrawn", seat=2)
    assert sentence_of(event, as_game(members)).plain == "house-normal/2 draws a card"


def test_a_stranger_cannot_write_to_the_terminal_or_in_markup(words):
    members = words.game(ruleset="[red]\x1b[2J")
    members["seats"][0]["name"] = "[bold]\x1b]0;x\x07"
    members["table"] = {"said\x9b": "a\x1b[31mb\nc"}
    text = drawn(table_of(as_game(members))) + drawn(result_table(as_game(members)))
    assert not {"\x1b", "\x07", "\x9b"} & set(text)
    assert "[bold]" in text


def test_a_ruleset_without_a_renderer_is_shown_in_general(words):
    table = {
        "hand": ["R1", "J"], "hand_sizes": [2, 7], "top": "U3", "call": None,
        "face_up": {"A": "HEN.M", "B": "DOG.W1"}, "thrown": [["R1", "R1"]], "totals": [0, 30],
    }  # fmt: skip
    text = drawn(table_of(as_game(words.game(ruleset="bridge", table=table))))
    for shown in ("hand sizes", "30", "R1 J", "A: HEN.M, B: DOG.W1", "bridge · version 5"):
        assert shown in text


def test_the_result_lists_winners_first_then_by_distance(words):
    members = words.finished()
    members["seats"] = [
        {"seat": 0, "kind": "bot", "name": "a", "state": "resigned", "score": 120},
        {"seat": 1, "kind": "bot", "name": "b", "state": "playing", "score": 60},
        {"seat": 2, "kind": "bot", "name": "c", "state": "playing", "score": 101},
    ]
    members["outcome"] = {"winners": [1], "losers": [0, 2], "scores": [120, 60, 101],
                          "reason": "completed"}  # fmt: skip
    text = drawn(result_table(as_game(members)))
    assert text.index("wins") < text.index("101") < text.index("loses, resigned")


@pytest.mark.parametrize("outcome", [None, {"winners": [], "losers": [], "reason": "aborted"}])
def test_a_result_without_winners_is_shown_too(words, outcome):
    members = words.game(status="aborted", outcome=outcome)
    members["seats"][0]["score"] = None
    assert "aborted" in drawn(result_table(as_game(members)))


MOW_KEYS = ["herd", "arrow", "deck_size", "hand", "stable", "hand_sizes", "stable_sizes", "totals",
            "last_round", "phase", "round", "points", "card", "cards", "slot", "starter",
            "outcome", "reason", "winners"]  # fmt: skip
surprising = st.dictionaries(st.sampled_from(MOW_KEYS) | st.text(), json_values)
types = st.sampled_from(
    ["CowPlayed", "CardDrawn", "HerdTaken", "RoundDealt", "RoundEnded", "GameFinished",
     "DecisionExpired", "SeatTaken", "Unheard"]
)  # fmt: skip
GAME = {
    "id": "g1",
    "status": "running",
    "seats": [{"seat": 0, "kind": "bot", "name": "a"}, {"seat": 1, "kind": "open"}],
    "you": {"seat": 0},
}


@given(slug=st.sampled_from(["mow", "other"]), table=surprising)
def test_no_table_whatever_breaks_the_screen(slug, table):
    drawn(table_of(as_game(GAME | {"ruleset": slug, "table": table})))


@given(
    kind=types, data=surprising, seat=st.none() | st.integers(), slug=st.sampled_from(["mow", "x"])
)
def test_no_event_whatever_breaks_the_screen(kind, data, seat, slug):
    event = herdbook.Event(version=1, type=kind, seat=seat, data=data)
    drawn(sentence_of(event, as_game(GAME | {"ruleset": slug})))
