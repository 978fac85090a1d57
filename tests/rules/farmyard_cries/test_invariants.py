"""What holds in every dealt game (2.11), over games made of a seed and a list of choices."""

import random
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.card_sets import cards_of
from games.engine.chance import RandomChance
from games.engine.decisions import Decision
from games.engine.errors import IllegalMoveError
from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import find_set
from games.rules.farmyard_cries.game import RULESET
from games.rules.farmyard_cries.moves import (
    CRIES,
    FROM_A,
    FROM_B,
    LAY_DOWN,
    PASSES,
    SWAP,
    FarmyardMove,
)
from games.rules.farmyard_cries.state import FarmyardState
from tests.rules.farmyard_cries.table import mixed, start

EVERY_MOVE: list[FarmyardMove] = [
    *FROM_A.values(),
    *FROM_B.values(),
    *PASSES.values(),
    *CRIES.values(),
    *(SWAP, LAY_DOWN),
]

tables = st.tuples(
    st.integers(2, 6), st.integers(0, 2**32), st.sampled_from(["race", "seat-order"])
)


def games(table: tuple[int, int, str], moves: int = 150):
    """Yield the state, who may do what, what is done, and the chance that it meets."""
    seats, seed, tie = table
    rng = random.Random(seed)
    state = start(seats=seats, chance=mixed(seed), tie=tie, turn_cap=70, first_seat=seed % seats)
    for _ in range(moves):
        owed = RULESET.decisions(state)
        if not owed:
            break
        seat = rng.choice(owed).seat
        ways = [(seat, move) for move in RULESET.legal_moves(state, seat)]
        cries = [(Seat(s), m) for s in range(seats) for m in RULESET.free_moves(state, Seat(s))]
        way = rng.choice(cries if cries and rng.random() < 0.1 else ways)
        shuffle_seed = rng.random()
        yield state, owed, way, shuffle_seed
        seat, move = way
        RULESET.advance(state, seat, move, RandomChance(random.Random(shuffle_seed)))
    yield state, RULESET.decisions(state), None, None


def cards_everywhere(state: FarmyardState) -> list[int]:
    hands = (cards_of(hand) for hand in state.hands)
    return sorted([*chain(*hands), *state.stack_a, *state.stack_b, *state.farmyard])


@given(tables)
@settings(max_examples=30, deadline=None)
def test_what_holds_before_every_move(table):
    for state, owed, _, _ in games(table):
        assert cards_everywhere(state) == [*range(44)]
        if not owed:
            continue
        assert state.stack_a
        assert state.stack_b
        assert [hand.bit_count() for hand in state.hands] == [5] * table[0]
        sets = [seat for seat, hand in enumerate(state.hands) if find_set(hand)]
        assert sets == [*state.racing]
        assert (state.phase == "race") is (len(sets) > 1)
        for decision in owed:
            assert RULESET.legal_moves(state, decision.seat)
        if state.phase == "turn":
            moves = 10 + (not state.prev_swap)
            assert len(RULESET.legal_moves(state, state.turn)) == moves
        for seat in range(table[0]):
            assert len(RULESET.free_moves(state, Seat(seat))) <= 1


@given(tables)
@settings(max_examples=10, deadline=None)
def test_the_list_of_moves_is_complete_and_exact(table):
    for state, _, _, _ in games(table, moves=40):
        for seat in map(Seat, range(table[0])):
            listed = [*RULESET.legal_moves(state, seat), *RULESET.free_moves(state, seat)]
            accepted = []
            for move in EVERY_MOVE:
                try:
                    RULESET.decide(state, seat, move, mixed())
                except IllegalMoveError:
                    continue
                accepted.append(str(move))
            assert sorted(map(str, listed)) == sorted(accepted)


@given(tables)
@settings(max_examples=30, deadline=None)
def test_a_sealed_card_or_a_failed_cry_leaves_the_decisions_of_others(table):
    before: list[Decision] = []
    done = None
    for state, owed, way, _ in games(table):
        if done is not None and before and state.phase == "swap":
            seat, move = done
            kept = [one for one in before if one.seat != seat or RULESET.is_free(move)]
            if kept and kept[0].kind == "swap":
                assert owed == kept
        before, done = owed, way
