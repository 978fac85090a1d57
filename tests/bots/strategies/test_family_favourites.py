"""The heuristic for Family Favourites: how strong it is, and what it makes of some tables."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from bots.arena.pairing import share_of_wins
from bots.strategies.family_favourites import FamilyNormal
from bots.strategies.family_favourites_table import Known, read_table
from bots.strategies.random_legal import RandomLegal
from games.engine.card_sets import cards_of
from games.engine.chance import RandomChance
from games.engine.events import Event
from games.engine.observation import SeenEvent
from games.engine.registry import discover, find_ruleset
from games.engine.seats import Seat
from games.rules.family_favourites.cards import CALLED, MATCHES, PACK
from games.rules.family_favourites.game import RULESET
from games.rules.family_favourites.state import NOBODY, FamilyState

discover()
FAMILY = find_ruleset("family-favourites")
NORMAL, RANDOM = FamilyNormal(), RandomLegal()


# A hundred games say less than a thousand: these floors lie about two standard errors below.
@pytest.mark.parametrize(
    ("seats", "floor"), [(2, 0.66), (3, 0.54), (4, 0.38), (5, 0.32), (6, 0.27)]
)
def test_it_beats_random_play(seats, floor):
    assert share_of_wins(FAMILY, NORMAL, RANDOM, seats=seats, games=120).won >= floor


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "floor"), [(2, 0.71), (3, 0.60), (4, 0.45), (5, 0.38), (6, 0.33)]
)
def test_it_beats_random_play_over_1_000_games(seats, floor):
    assert share_of_wins(FAMILY, NORMAL, RANDOM, seats=seats, games=1_000).won >= floor


def lay(*hands: str, **position: Any) -> FamilyState:
    position = {"played": ["W2"], "draw_pile": ["K4"], "turn": 0, **position}
    position["hands"] = [hand.split() for hand in hands]
    return RULESET.from_position(position, RULESET.parse_options({}, len(hands)), len(hands))


def choose(*hands: str, history: Sequence[SeenEvent] = (), **position: Any) -> str:
    state = lay(*hands, **position)
    legal = sorted(str(move) for move in RULESET.legal_moves(state, Seat(0)))
    return NORMAL.choose(RULESET.observe(state, Seat(0)), history, legal, random.Random(0))


def dealt(*sizes: int, top: str = "W2") -> SeenEvent:
    return SeenEvent(type="RoundDealt", seat=None, data={"hand_sizes": [*sizes], "top": top})


def played(seat: int, card: str, call: str | None = None) -> SeenEvent:
    return SeenEvent(type="CardPlayed", seat=Seat(seat), data={"card": card, "call": call})


def drew(seat: int) -> SeenEvent:
    return SeenEvent(type="CardDrawn", seat=Seat(seat), data={})


def known(*hands: str, history: Sequence[SeenEvent] = (), **position: Any) -> Known:
    return read_table(RULESET.observe(lay(*hands, **position), Seat(0)), history)


def test_a_single_legal_move_is_made():
    assert choose("R1 K4", "R1 R2") == "draw"


def test_it_gets_rid_of_high_cards_first():
    assert choose("K2 W1 W3", "R1 R2 R3 R4", played=["W2"]) == "W3"


def test_it_keeps_a_joker_while_something_else_fits():
    assert choose("J W1 K3", "R1 R2 R3") == "W1"


def test_it_plays_from_the_set_of_which_more_is_left():
    assert choose("K2 U2 U3 U4", "R1 G1 G2 G3", played=["R2"]) == "U2"


def test_it_calls_the_animal_that_it_holds():
    assert choose("J G1 G3 K4", "R2") == "J>cat"
    assert choose("J R1 U3 K3", "R2") == "J>dog"


def test_it_calls_what_the_next_seat_was_seen_to_lack():
    hands = ["J K1 K3", "W1 W1 W3 K1 K3"]
    lacks_dogs = [dealt(3, 4), played(0, "J", "dog"), drew(1), played(0, "R5")]
    assert choose(*hands, played=["G4"]) == "J>cat"  # There are fewer cats than dogs.
    assert choose(*hands, played=["R5", "J"], history=lacks_dogs) == "J>dog"


def test_who_draws_had_nothing_that_fitted():
    table = known("R1", "K1 K2 K3", history=[dealt(1, 2), drew(1)])
    w2, fitting = PACK.first("W2"), MATCHES[PACK.first("W2")]
    assert table.slots == [[0], [fitting, fitting, 0]]
    assert 0 < table.chance_of_none(Seat(1), fitting) < 1
    assert table.chance_of_none(Seat(1), 1 << w2) > 0.9


def test_a_called_animal_that_nobody_played_is_lacked():
    history = [dealt(2, 2), played(0, "J", "cat"), drew(1)]
    table = known("R1", "K1 K2 K3", history=history, played=["J", "W2"], call="cat")
    assert table.slots[1] == [CALLED["cat"], CALLED["cat"], 0]


def test_a_played_card_comes_from_where_it_could_be():
    history = [dealt(2, 2), drew(1), played(0, "W1"), played(1, "W3")]
    table = known("R1", "K1 K2", history=history, played=["W3", "W1", "W2"])
    # It fitted already when the seat drew, so it is the card drawn.
    assert table.slots[1] == [MATCHES[PACK.first("W2")]] * 2


def test_it_knows_what_it_has_seen_and_no_more():
    state = lay("R1 J", "K1 K2", "U1", played=["W2", "K3", "J"], draw_pile=["G1", "J", "J"])
    state.buried = 2
    table = read_table(RULESET.observe(state, Seat(0)), [])
    assert PACK.codes(cards_of(table.hand)) == ["R1", "J"]
    assert len(cards_of(table.unseen)) == 44 - 2 - 3 - 2
    assert "J" not in PACK.codes(cards_of(table.unseen))
    assert table.others() == [1, 2]


def seen_by(seat: int, events: Sequence[Event]) -> list[SeenEvent]:
    return [
        SeenEvent(type=event.type, seat=event.seat, data=event.seen_by(Seat(seat)))
        for event in events
    ]


def can_lie_so(hand: list[int], slots: Sequence[int]) -> bool:
    """Answer whether each card can be in a slot of its own.

    What an older slot excludes is all that a newer one does, and more: so the first fit is right.
    """
    for excluded in sorted(slots, key=int.bit_count, reverse=True):
        fitting = [card for card in hand if not excluded >> card & 1]
        if not fitting:
            return False
        hand.remove(fitting[0])
    return not hand


def test_what_it_believes_impossible_never_is_the_case():
    for seed in range(30):
        rng, seats = random.Random(seed), 2 + seed % 5
        chance = RandomChance(rng)
        options = RULESET.parse_options({"hands": 1}, seats)
        state = RULESET.blank(options, seats)
        log = events = RULESET.deal(options, seats, chance)
        while True:
            for event in events:
                RULESET.evolve(state, event)
            if state.turn == NOBODY:
                break
            table = read_table(RULESET.observe(state, state.turn), seen_by(state.turn, log))
            unseen = Counter(PACK.codes(cards_of(table.unseen)))
            for other in table.others():
                hand = cards_of(state.hands[other])
                assert Counter(PACK.codes(hand)) <= unseen
                assert can_lie_so(hand, table.slots[other])
            move = rng.choice(RULESET.legal_moves(state, state.turn))
            events = RULESET.decide(state, state.turn, move, chance)
            log = [*log, *events]
