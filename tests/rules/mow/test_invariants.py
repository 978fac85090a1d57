"""What holds in every dealt game (1.8, 1.12), over games made of a seed and a list of choices."""

import random
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.card_sets import cards_of
from games.engine.chance import RandomChance
from games.engine.errors import IllegalMoveError
from games.engine.seats import Seat
from games.rules.mow.cards import ACROBAT, NUMBER
from games.rules.mow.game import RULESET
from games.rules.mow.moves import PLAYS, SLOWPOKE_PLAYS, TAKE
from games.rules.mow.state import NOBODY, MowState
from tests.rules.mow import facts
from tests.rules.mow.table import start

EVERY_MOVE = [move for way in (*PLAYS, *SLOWPOKE_PLAYS) for move in way] + [TAKE]

tables = st.tuples(st.integers(2, 5), st.integers(0, 2**32), st.sampled_from([1, 40, 100]))


def games(table: tuple[int, int, int]):
    """Yield the state before each move of a random game, its move and the chance that it meets."""
    seats, seed, limit = table
    rng = random.Random(seed)
    state = start(seats=seats, seed=seed, limit=limit, first_seat=seed % seats)
    while state.turn != NOBODY:
        seat = state.turn
        move = rng.choice(RULESET.legal_moves(state, seat))
        shuffle_seed = rng.random()
        yield state, seat, move, shuffle_seed
        RULESET.advance(state, seat, move, RandomChance(random.Random(shuffle_seed)))
    yield state, None, None, None


def cards_everywhere(state: MowState) -> list[int]:
    piles = [cards_of(stable) for stable in state.stables]
    return sorted([*state.deck, *cards_of(state.herd), *chain(*state.hands), *chain(*piles)])


@given(tables)
@settings(max_examples=30, deadline=None)
def test_what_holds_before_every_move(table):
    # 1.8, 1.12
    for state, seat, _, _ in games(table):
        assert cards_everywhere(state) == list(range(48))
        line = [NUMBER[card] for card in cards_of(state.herd) if card < ACROBAT]
        assert len(set(line)) == len(line)
        assert state.herd.bit_count() <= 19
        assert not state.opening or (state.herd == 0 and state.deck)
        if seat is not None:
            assert RULESET.legal_moves(state, seat)
            assert not state.deck or [len(hand) for hand in state.hands] == [5] * table[0]


@given(tables)
@settings(max_examples=10, deadline=None)
def test_the_list_of_legal_moves_is_complete_and_exact(table):
    for state, _, _, _ in games(table):
        for seat in range(table[0]):
            listed = RULESET.legal_moves(state, Seat(seat))
            accepted = []
            for move in EVERY_MOVE:
                try:
                    RULESET.decide(state, Seat(seat), move, RandomChance(random.Random(0)))
                except IllegalMoveError:
                    continue
                accepted.append(str(move))
            assert sorted(map(str, listed)) == sorted(accepted)


@given(tables)
@settings(max_examples=20, deadline=None)
def test_a_position_of_a_game_comes_back(table):
    seats, _, limit = table
    options = RULESET.parse_options({"limit": limit}, seats)
    for state, _, _, _ in games(table):
        position = RULESET.to_position(state)
        assert RULESET.to_position(RULESET.from_position(position, options, seats)) == position


@given(tables)
@settings(max_examples=30, deadline=None)
def test_the_flies_of_a_round_add_up(table):
    # 1.8: to 74, or to 74 less those of the seat that is wiped.
    for state, seat, move, seed in games(table):
        if seat is None or state.deck or move != TAKE:
            continue
        before = RULESET.to_position(state)
        expected = facts.points(before, seat)
        after = state.copy()
        RULESET.advance(after, seat, move, RandomChance(random.Random(seed)))
        assert after.last_round is not None
        assert list(after.last_round.points) == expected
        assert after.totals == [a + b for a, b in zip(state.totals, expected, strict=True)]
        assert sum(expected) == 74 or 0 in expected


@given(tables)
@settings(max_examples=30, deadline=None)
def test_a_round_is_short(table):
    # 1.8: at most 48 plays, and never two takes without a play between.
    actions: dict[int, int] = {}
    for state, seat, _, _ in games(table):
        if seat is not None:
            actions[state.round] = actions.get(state.round, 0) + 1
    assert max(actions.values()) < 100
