"""What each event shows to whom, holds and says of itself (1.11)."""

import pytest

from games.engine.chance import CodedChance
from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.mow.cards import PACK
from games.rules.mow.events import CardDrawn, CowPlayed, HerdTaken, RoundDealt, RoundEnded
from games.rules.mow.game import RULESET
from tests.rules.mow.table import PACK_ORDER, lay, lay_hand, play

OWNER, OTHER, SPECTATOR = Seat(0), Seat(1), None


def deal() -> RoundDealt:
    options = RULESET.parse_options({"first_seat": 1}, 2)
    [event] = RULESET.deal(options, 2, CodedChance(PACK, [PACK_ORDER]))
    assert isinstance(event, RoundDealt)
    return event


def test_a_deal_shows_each_seat_its_own_hand_and_nobody_the_deck():
    event = deal()
    table = {"round": 1, "starter": 1, "hand_sizes": [5, 5], "deck_size": 38}
    assert event.seen_by(Seat(0)) == {**table, "hand": ["2.0", "3.0", "3.2", "4.1", "5.0"]}
    assert event.seen_by(Seat(1)) == {**table, "hand": ["1.0", "2.1", "3.1", "4.0", "4.2"]}
    assert event.seen_by(SPECTATOR) == table
    assert event.seat is None
    assert event.move() is None


def test_a_deal_records_the_whole_shuffle():
    event = deal()
    assert event.shuffle() == ("deal", list(range(48)))
    opened = event.opened()
    assert opened["hands"] == [
        ["2.0", "3.0", "3.2", "4.1", "5.0"],
        ["1.0", "2.1", "3.1", "4.0", "4.2"],
    ]
    assert opened["deck"] == PACK_ORDER[10:]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2.0", {"card": "2.0", "slot": None, "arrow": None}),
        ("B16>R", {"card": "B16", "slot": None, "arrow": "R"}),
        ("A7>L", {"card": "A7", "slot": None, "arrow": "L"}),
        ("S@6>L", {"card": "S", "slot": 6, "arrow": "L"}),
    ],
)
def test_a_played_cow_is_seen_by_everybody(text, shown):
    state = lay_hand("2.0", "B16", "A7", "S", herd=["5.0", "7.2"])
    event = play(state, 0, text)[0]
    assert isinstance(event, CowPlayed)
    assert [event.seen_by(viewer) for viewer in (OWNER, OTHER, SPECTATOR)] == [shown] * 3
    assert event.opened() == shown
    assert (event.seat, event.move(), event.shuffle()) == (0, text, None)


def test_a_drawn_card_is_seen_by_the_seat_that_drew_it():
    state = lay_hand("2.0", "3.0", deck=["9.2", "1.0"])
    event = play(state, 0, "3.0")[1]
    assert isinstance(event, CardDrawn)
    assert event.seen_by(OWNER) == {"card": "9.2"}
    assert event.seen_by(OTHER) == {}
    assert event.seen_by(SPECTATOR) == {}
    assert event.opened() == {"card": "9.2"}
    assert (event.seat, event.move()) == (0, None)


def test_nothing_is_drawn_from_an_empty_deck():
    events = play(lay_hand("2.0", deck=[]), 0, "2.0")
    assert [event.type for event in events] == ["CowPlayed"]


def test_a_taken_herd_is_seen_by_everybody_in_its_order():
    state = lay_hand("2.0", herd=["B0", "5.0", "S@6", "7.1^A7", "S@8", "9.3"])
    event = play(state, 0, "take")[0]
    shown = {"cards": ["B0", "5.0", "S", "7.1", "A7", "S", "9.3"]}
    assert isinstance(event, HerdTaken)
    assert [event.seen_by(viewer) for viewer in (OWNER, OTHER, SPECTATOR)] == [shown] * 3
    assert event.opened() == shown
    assert (event.seat, event.move()) == (0, "take")


def test_the_end_of_a_round_shows_the_cards_left_over():
    state = lay(hands=[["9.2", "3.1"], ["S"], []], herd=["6.1"], totals=[98, 1, 2])
    event = play(state, 0, "take")[1]
    shown = {
        "round": 1,
        "hands": [["3.1", "9.2"], ["S"], []],
        "points": [4, 5, 0],
        "totals": [102, 6, 2],
    }
    assert isinstance(event, RoundEnded)
    assert [event.seen_by(viewer) for viewer in (OWNER, OTHER, SPECTATOR)] == [shown] * 3
    assert event.opened() == shown
    assert (event.seat, event.move()) == (None, None)


def test_a_foreign_event_is_not_evolved():
    with pytest.raises(TypeError, match="no event of Mow"):
        RULESET.evolve(lay_hand("2.0"), Event())
