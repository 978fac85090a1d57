"""What holds in every dealt game (3.10), over games made of a seed."""

import random
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.card_sets import cards_of
from games.engine.chance import RandomChance
from games.engine.errors import IllegalMoveError
from games.engine.registry import discover, find_ruleset
from games.engine.seats import Seat
from games.rules.family_favourites.cards import JOKER
from games.rules.family_favourites.game import RULESET
from games.rules.family_favourites.moves import Draw, Pass, Play
from games.rules.family_favourites.state import NOBODY, FamilyState
from tests.rules.contract.games import Plan, play
from tests.rules.contract.subject import subject_of
from tests.rules.contract.suite import CHECKS, Check
from tests.rules.family_favourites import facts
from tests.rules.family_favourites.table import lay, start
from tests.rules.family_favourites.table import play as make_move

tables = st.tuples(st.integers(2, 6), st.integers(0, 2**32), st.sampled_from([0, 9, 5_000]))

discover()
FAMILY = subject_of(find_ruleset("family-favourites"))
WITH_RECYCLING = [
    plan
    for plan in (Plan(seats=6, seed=seed, moves=120) for seed in range(120))
    if any(event.type == "PileRecycled" for event in play(FAMILY, plan).events)
]


def games(table: tuple[int, int, int]):
    """Yield the state before each move of a random game, its move and the chance that it meets."""
    seats, seed, turn_cap = table
    rng = random.Random(seed)
    state = start(
        seats=seats,
        chance=RandomChance(rng),
        first_seat=seed % seats,
        turn_cap=turn_cap,
        hands=1 + seed % 3,
    )
    while state.turn != NOBODY:
        move = rng.choice(RULESET.legal_moves(state, state.turn))
        shuffle_seed = rng.random()
        yield state, state.turn, move, shuffle_seed
        RULESET.advance(state, state.turn, move, RandomChance(random.Random(shuffle_seed)))
    yield state, None, None, None


def cards_everywhere(state: FamilyState) -> list[int]:
    hands = chain.from_iterable(cards_of(hand) for hand in state.hands)
    return sorted([*state.draw_pile, *state.played, *hands])


@given(tables)
@settings(max_examples=30, deadline=None)
def test_what_holds_before_every_move(table):
    for state, seat, _, _ in games(table):
        assert cards_everywhere(state) == list(range(44))
        assert (state.played[-1] >= JOKER) == (state.call is not None)
        if seat is None:
            continue
        kinds = {type(move) for move in RULESET.legal_moves(state, seat)}
        assert kinds in ({Play}, {Draw}, {Pass})
        assert all(state.hands)


@given(tables)
@settings(max_examples=10, deadline=None)
def test_the_list_of_legal_moves_is_complete_and_exact(table):
    for state, _, _, _ in games(table):
        for seat in range(table[0]):
            listed = RULESET.legal_moves(state, Seat(seat))
            accepted = []
            for move in RULESET.every_move():
                try:
                    RULESET.decide(state, Seat(seat), move, RandomChance(random.Random(0)))
                except IllegalMoveError:
                    continue
                accepted.append(move)
            assert listed == accepted


@pytest.mark.parametrize(
    ("text", "played"), [("draw", "W2 K2 J G2"), ("draw", "J K2 J G2"), ("pass", "W2")]
)
@pytest.mark.parametrize("turn_cap", [0, 1])
def test_the_fast_path_recycles_and_passes_as_events_do(text, played, turn_cap):
    # Random games seldom come to an empty draw pile, and hardly ever to a pass.
    call = "cat" if played.startswith("J") else None
    options = {"turn_cap": turn_cap}
    state = lay("R1 U3", "R5 K1", draw_pile="", played=played, call=call, options=options)
    advanced = state.copy()
    RULESET.advance(advanced, Seat(0), RULESET.parse_move(text), RandomChance(random.Random(7)))
    events = make_move(state, 0, text, RandomChance(random.Random(7)))
    assert (events[0].type == "PileRecycled") == (text == "draw")
    assert (events[-1].type == "RoundDealt") == bool(turn_cap)
    assert advanced == state


@given(tables)
@settings(max_examples=30, deadline=None)
def test_the_points_of_a_round_are_those_of_the_cards_left(table):
    for state, seat, move, seed in games(table):
        if seat is None:
            continue
        after = state.copy()
        RULESET.advance(after, seat, move, RandomChance(random.Random(seed)))
        if after.last_round == state.last_round:
            continue
        assert after.last_round is not None
        left = [list(RULESET.pack.codes(cards_of(hand))) for hand in after.last_round.hands]
        assert list(after.last_round.points) == [facts.points(hand) for hand in left]
        assert after.totals == state.totals_with(after.last_round.points)
        out = after.last_round.out
        assert out == (seat if not left[seat] else None)
        assert out is not None or state.turn_cap == state.turns + 1


@given(tables)
@settings(max_examples=30, deadline=None)
def test_a_round_ends_long_before_the_cap(table):
    # Section 5: at most 163 turns were seen.
    assert max(state.turns for state, _, _, _ in games(table)) < 400


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_games_with_recycling_keep_the_contract(check: Check):
    assert len(WITH_RECYCLING) >= 10
    for plan in WITH_RECYCLING[:10]:
        check(FAMILY, plan)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("jokers", [1, 2, 4])
def test_games_with_buried_jokers_keep_the_contract(jokers: int, check: Check):
    dealt = [code for code in RULESET.pack.code_of if code != "J"][:18]
    for seed in range(4):
        check(FAMILY, Plan(3, seed, moves=60, packs=((*dealt, *["J"] * jokers, "K4"),)))
