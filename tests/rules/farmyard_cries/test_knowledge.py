"""Who may know what (2.10): each event and the table, as its owner, another and a spectator see."""

from typing import Any

import pytest

from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.farmyard_cries.events import CardsPassed, RaceStarted, RoundDealt
from games.rules.farmyard_cries.game import RULESET
from tests.rules.farmyard_cries.table import (
    NOTHING,
    NOTHING_MORE,
    PIG_BUT_YOUNG,
    SHEEP_BUT_YOUNG,
    STACKS,
    FixedPack,
    dealing,
    lay,
    play,
)

OWNER, OTHER, SPECTATOR = Seat(0), Seat(1), None
QUIET = dealing(NOTHING, NOTHING_MORE, dealer=1)


def seen(event: Event) -> list[Any]:
    return [event.seen_by(viewer) for viewer in (OWNER, OTHER, SPECTATOR)]


def table(state, seat: int | None) -> dict[str, Any]:
    return RULESET.observe(state, None if seat is None else Seat(seat)).table()


def deal() -> RoundDealt:
    options = RULESET.parse_options({"first_seat": 1}, 2)
    beginning = [*dealing(NOTHING, PIG_BUT_YOUNG, dealer=1), "HEN.M", *["DUK.M"]]
    [event] = RULESET.deal(options, 2, FixedPack(beginning))
    assert isinstance(event, RoundDealt)
    return event


def test_a_deal_shows_sizes_face_up_cards_and_ones_own_hand():
    event = deal()
    common = {
        "round": 1,
        "dealer": 1,
        "hand_sizes": [5, 5],
        "stack_sizes": {"A": 10, "B": 24},
        "face_up": {"A": "HEN.M", "B": event.opened()["stacks"]["B"][0]},
    }
    hands = [sorted(NOTHING), sorted(PIG_BUT_YOUNG)]
    assert seen(event) == [*({**common, "hand": hand} for hand in hands), common]
    assert event.opened()["hands"] == hands
    assert len(event.opened()["stacks"]["B"]) == 24
    assert (event.seat, event.move()) == (None, None)


def test_a_deal_records_the_whole_shuffle():
    purpose, order = deal().shuffle()
    assert purpose == "deal"
    assert RULESET.pack.codes(order)[:12] == [
        *dealing(NOTHING, PIG_BUT_YOUNG, dealer=1),
        *("HEN.M", "DUK.M"),
    ]
    assert sorted(order) == [*range(44)]


def test_a_discard_is_seen_by_its_seat_alone():
    [event] = play(lay(NOTHING, NOTHING_MORE), 0, "DOG.B1>B")
    common = {"stack": "B", "taken": "DUK.W1", "turned_up": "DUK.W2", "refilled": False}
    whole = {**common, "discarded": "DOG.B1"}
    assert seen(event) == [whole, common, common]
    assert event.opened() == whole
    assert event.move() == "DOG.B1>B"
    moves = [event.move_seen_by(viewer) for viewer in (OWNER, OTHER, SPECTATOR)]
    assert moves == ["DOG.B1>B", None, None]


def test_a_swap_shows_who_has_chosen_and_nobody_else_what():
    state = lay(NOTHING, NOTHING_MORE)
    [called] = play(state, 0, "swap")
    assert (seen(called), called.opened(), called.move()) == ([{}, {}, {}], {}, "swap")
    [sealed] = play(state, 0, "pass:DOG.B1")
    assert seen(sealed) == [{"card": "DOG.B1"}, {}, {}]
    assert (sealed.opened(), sealed.move()) == ({"card": "DOG.B1"}, "pass:DOG.B1")
    assert [table(state, seat)["my_choice"] for seat in (0, 1, None)] == ["DOG.B1", None, None]
    assert [table(state, seat)["chosen"] for seat in (0, 1, None)] == [(0,)] * 3
    assert table(state, 0)["hand"] == tuple(sorted(NOTHING))


def test_a_passed_card_is_known_to_giver_and_receiver():
    state = lay(NOTHING, NOTHING_MORE, SHEEP_BUT_YOUNG)
    play(state, 0, "swap")
    play(state, 0, "pass:DOG.B1")
    play(state, 1, "pass:DOG.B3")
    passed = play(state, 2, "pass:HEN.B2")[1]
    assert isinstance(passed, CardsPassed)
    assert [passed.seen_by(viewer) for viewer in (Seat(0), Seat(1), Seat(2), None)] == [
        {"given": "DOG.B1", "received": "HEN.B2"},
        {"given": "DOG.B3", "received": "DOG.B1"},
        {"given": "HEN.B2", "received": "DOG.B3"},
        {},
    ]
    assert passed.opened() == {"cards": ["DOG.B1", "DOG.B3", "HEN.B2"]}
    assert (passed.seat, passed.move()) == (None, None)


def test_a_cry_and_its_result_are_public():
    state = lay(PIG_BUT_YOUNG, NOTHING)
    [failed] = play(state, 0, "cry:PIG")
    assert seen(failed) == [{"group": "PIG", "success": False, "given": []}] * 3
    assert (failed.opened(), failed.move()) == (failed.seen_by(None), "cry:PIG")
    assert table(state, 1)["cries"] == ({"seat": 0, "group": "PIG", "success": False},)
    won = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]], options={"target": 50})
    cried, ended = play(won, 0, "cry:PIG")[:2]
    given = [{"seat": 1, "cards": ["PIG.Y1"]}]
    assert seen(cried) == [{"group": "PIG", "success": True, "given": given}] * 3
    four = ["PIG.M", "PIG.Y1", "PIG.W1", "PIG.B1"]
    shown = {"round": 1, "winner": 0, "group": "PIG", "cards": four}
    assert seen(ended) == [{**shown, "points": [50, 0], "scores": [50, 0]}] * 3
    assert (ended.opened(), ended.move(), ended.seat) == (ended.seen_by(None), None, None)
    assert table(won, None)["cries"] == ({"seat": 0, "group": "PIG", "success": True},)


def test_a_race_shows_who_is_in_it_and_not_with_what():
    state = lay(
        ["SHP.M", "SHP.W1", "SHP.B1", "HEN.B1", "CAT.Y1"],
        ["CAT.M", "CAT.W1", "CAT.B1", "SHP.Y1", "DOG.B1"],
    )
    play(state, 0, "swap")
    play(state, 0, "pass:CAT.Y1")
    started = play(state, 1, "pass:SHP.Y1")[-1]
    assert isinstance(started, RaceStarted)
    assert seen(started) == [{"seats": [0, 1], "caller": 0}] * 3
    assert started.opened() == {"seats": [0, 1], "caller": 0}
    assert table(state, None)["racing"] == (0, 1)
    down = play(state, 1, "lay-down", FixedPack(QUIET))[0]
    assert (seen(down), down.opened(), down.move()) == ([{}, {}, {}], {}, "lay-down")
    assert (table(state, None)["racing"], table(state, None)["phase"]) == ((), "turn")


TABLE = {
    "hand_sizes": (5, 5),
    "face_up": {"A": "HEN.W1", "B": "DUK.W1"},
    "stack_sizes": {"A": 2, "B": 2},
    "farmyard_size": 2,
    "turn": 1,
    "phase": "turn",
    "dealer": 0,
    "chosen": (),
    "my_choice": None,
    "racing": (),
    "prev_swap": True,
    "cries": (),
    "scores": (10, 20),
    "round": 4,
    "last_round": None,
}


def test_a_seat_sees_its_hand_sorted_by_code_and_counts_of_what_is_hidden():
    state = lay(
        NOTHING,
        NOTHING_MORE,
        farmyard=["COW.M", "PIG.M"],
        turn=1,
        prev_swap=True,
        scores=[10, 20],
        round=4,
    )
    assert STACKS["A"] == ["HEN.W1", "HEN.W2"]
    assert table(state, 0) == {**TABLE, "hand": ("CAT.B1", "CAT.B2", "COW.B1", "DOG.B1", "DOG.B2")}
    assert table(state, 1) == {**TABLE, "hand": ("CAT.B3", "COW.B2", "DOG.B3", "DOG.B4", "HEN.B3")}
    assert table(state, None) == {**TABLE, "hand": None}


def test_the_round_before_is_shown_with_its_winning_four():
    state = lay(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING[1:]])
    play(state, 0, "cry:PIG", FixedPack(QUIET))
    assert table(state, 1)["last_round"] == {
        "round": 1,
        "seat": 0,
        "group": "PIG",
        "cards": ("PIG.M", "PIG.Y1", "PIG.W1", "PIG.B1"),
        "points": (50, 0),
    }
    assert (table(state, 1)["cries"], table(state, 1)["round"]) == ((), 2)


def test_a_foreign_event_is_not_evolved():
    with pytest.raises(TypeError, match="no event of Farmyard Cries"):
        RULESET.evolve(lay(NOTHING, NOTHING_MORE), Event())
