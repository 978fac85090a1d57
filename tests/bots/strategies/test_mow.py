"""The heuristic for Mow: that it is as strong as it claims, and what it makes of some tables."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bots.arena.pairing import share_of_wins
from bots.strategies.mow import MowNormal, chance_of_none
from bots.strategies.mow_table import read_table
from bots.strategies.random_legal import RandomLegal
from games.engine.card_sets import cards_of
from games.engine.observation import SeenEvent
from games.engine.registry import discover, find_ruleset
from games.engine.seats import Seat
from games.rules.mow.cards import PACK
from games.rules.mow.game import RULESET

discover()
MOW = find_ruleset("mow")
NORMAL, RANDOM = MowNormal(), RandomLegal()


# A hundred games say less than a thousand: these floors lie about two standard errors below.
@pytest.mark.parametrize(("seats", "floor"), [(2, 0.98), (3, 0.92), (4, 0.80), (5, 0.70)])
def test_it_beats_random_play(seats, floor):
    assert share_of_wins(MOW, NORMAL, RANDOM, seats=seats, games=100).won >= floor


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "floor"), [(2, 0.98), (3, 0.95), (4, 0.85), (5, 0.78)])
def test_it_beats_random_play_over_2_000_games(seats, floor):
    assert share_of_wins(MOW, NORMAL, RANDOM, seats=seats, games=2_000).won >= floor


def choose(history: Sequence[SeenEvent] = (), *, seats: int = 2, **position: Any) -> str:
    options = RULESET.parse_options({}, seats)
    position = {"deck": ["1.0"], **position}
    state = RULESET.from_position(position, options, seats)
    seat = Seat(state.turn)
    legal = sorted(str(move) for move in RULESET.legal_moves(state, seat))
    return NORMAL.choose(RULESET.observe(state, seat), history, legal, random.Random(0))


def taken(seat: int, *cards: str) -> SeenEvent:
    return SeenEvent(type="HerdTaken", seat=Seat(seat), data={"cards": list(cards)})


def test_a_herd_without_flies_is_taken_rather_than_a_blocker_given_away():
    hands = [["B0", "9.2", "9.3", "8.3", "10.2"], ["5.0", "4.0", "4.1", "4.2", "5.1"]]
    assert choose(hands=hands, herd=["3.0", "12.0"]) == "take"


def test_a_herd_full_of_flies_is_not_taken_while_a_cow_fits():
    hands = [["2.0", "1.0", "9.3", "8.3", "10.2"], ["5.0", "4.0", "4.1", "4.2", "5.1"]]
    herd = ["3.2", "7.3^A7", "8.2", "B16"]
    assert choose(hands=hands, herd=herd, deck=["6.0", "6.1"]) != "take"


def test_a_single_legal_move_is_made():
    assert choose(hands=[["9.2"], []], herd=["3.0", "15.0"]) == "take"


def test_of_two_directions_it_takes_the_one_to_the_strongest_rival():
    def arrow(totals: list[int]) -> str:
        hands = [["B16", "8.0"], ["1.0"], ["2.0"]]
        return choose(seats=3, hands=hands, herd=["3.2", "7.3", "8.3"], deck=[], totals=totals)

    assert arrow([0, 50, 90]) == "B16>L"
    assert arrow([0, 90, 50]) == "B16>R"


def test_it_knows_what_it_has_seen_and_no_more():
    options = RULESET.parse_options({}, 3)
    position = {
        "hands": [["2.0", "S"], ["3.0"], ["4.0"]],
        "deck": ["5.0"],
        "herd": ["6.0", "S@7", "9.0^A9"],
        "stables": [["8.0"], ["B0", "8.1"], []],
    }
    state = RULESET.from_position(position, options, 3)
    history = [taken(0, "8.0"), taken(1, "B0", "8.1")]
    known = read_table(RULESET.observe(state, Seat(0)), history)
    assert PACK.codes(known.hand) == ["2.0", "S"]
    assert PACK.codes(cards_of(known.gone)) == ["8.1", "B0"]
    assert PACK.codes(cards_of(known.stable)) == ["8.0"]
    assert PACK.codes(cards_of(known.herd.cards)) == ["6.0", "9.0", "A9", "S"]
    assert {"3.0", "4.0", "5.0"} <= set(PACK.codes(known.unseen))
    assert len(known.unseen) == 48 - 2 - 4 - 1 - 2
    assert known.next_seats("L") == [1, 2]
    assert known.next_seats("R") == [2, 1]


def test_its_herd_accepts_what_the_rules_accept():
    options = RULESET.parse_options({}, 2)
    rng = random.Random(1)
    for herd in ([], ["B0"], ["7.0"], ["3.0", "S@5", "7.1^A7", "9.0"], ["5.0", "S@6", "7.0"]):
        hand = rng.sample(PACK.code_of, 20)
        free = [code for code in dict.fromkeys(hand) if not any(code in place for place in herd)]
        state = RULESET.from_position({"hands": [free, []], "herd": herd}, options, 2)
        known = read_table(RULESET.observe(state, Seat(0)), [])
        accepted = {PACK.code_of[card] for card in known.hand if known.herd.accepts(card)}
        legal = {
            str(move).split("@")[0].split(">")[0] for move in RULESET.legal_moves(state, Seat(0))
        }
        assert accepted == legal - {"take"}


@pytest.mark.parametrize(
    ("fitting", "unseen", "hand", "chance"),
    [(0, 10, 5, 1.0), (10, 10, 1, 0.0), (1, 4, 2, 0.5), (3, 4, 2, 0.0), (1, 0, 3, 1.0)],
)
def test_the_chance_that_a_hand_holds_nothing_that_fits(fitting, unseen, hand, chance):
    assert chance_of_none(fitting, unseen, hand) == pytest.approx(chance)


SIX_IN_REACH = [["B0", "A7", "A9", "S", "2.0"], ["3.0", "4.0", "4.1", "4.2", "5.1"]]


def test_it_takes_the_herd_that_completes_the_six():
    stables = [["S"], []]
    herd = ["7.3", "8.3", "B16"]
    assert choose(hands=SIX_IN_REACH, stables=stables, herd=herd) == "take"


def test_it_does_not_part_with_a_complete_six():
    stables = [["S", "B16"], []]
    herd = ["5.0", "7.3", "8.0"]
    assert choose(hands=SIX_IN_REACH, stables=stables, herd=herd) == "2.0"


def test_it_takes_a_cheap_herd_to_keep_its_specials_while_all_six_can_be_reached():
    hands = [["B0", "A7", "A9", "S", "8.1"], ["3.0", "4.0", "4.1", "4.2", "5.1"]]
    herd = ["7.0", "8.0"]
    assert choose(hands=hands, herd=herd) == "take"
    assert choose([taken(1, "S", "9.1")], hands=hands, herd=herd) == "B0>L"
