"""What holds in every dealt game (4.10), over random games."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import RandomChance
from games.engine.seats import Seat
from games.rules.tortoise.game import RULESET
from tests.rules.tortoise import facts
from tests.rules.tortoise.table import apply, hands_of, start

tables = st.tuples(st.integers(2, 6), st.integers(0, 2**32))


def games(table: tuple[int, int]):
    """Yield the state and the last draw's events after the deal and after each draw."""
    seats, seed = table
    rng = random.Random(seed)
    state, events = start(seats=seats, seed=seed, first_seat=seed % seats)
    yield state, events
    while moves := RULESET.legal_moves(state, state.drawer):
        move = rng.choice(moves)
        events = RULESET.decide(state, state.drawer, move, RandomChance(rng))
        yield state, apply(state, events)


@given(tables)
@settings(max_examples=40, deadline=None)
def test_what_holds_at_rest(table):
    for state, _ in games(table):
        counts = Counter(code for hand in hands_of(state) for code in hand)
        assert counts.pop("K1") == 1
        assert set(counts.values()) <= {2, 4}
        assert all(code == "J" for code, copies in counts.items() if copies == 4)
        assert (counts.total() + 1) % 2 == 1
        assert all(len(set(hand)) == len(hand) for hand in hands_of(state))
        sizes = [len(hand) for hand in hands_of(state)]
        assert [seat for seat, size in enumerate(sizes) if not size] == sorted(state.out)
        if RULESET.outcome(state) is None:
            assert 1 not in sizes
            assert sizes[state.offerer] >= 2
            assert sorted(state.offer) == [
                card for card in range(43) if state.hands[state.offerer] >> card & 1
            ]
        else:
            assert sizes[state.loser] == sum(sizes) == 1


@given(tables)
@settings(max_examples=40, deadline=None)
def test_automatic_steps_stand_in_their_order_and_are_few(table):
    for _, events in games(table):
        types = [event.type for event in events]
        assert types[0] in {"RoundDealt", "CardDrawn"}
        assert types[-1] in {"HandOffered", "RoundEnded"}
        assert types.count("HandOffered") + types.count("RoundEnded") == 1
        # 4.5: at most n - 1 hand-ons.
        assert types.count("CardHandedOn") < table[0]


@given(tables)
@settings(max_examples=30, deadline=None)
def test_the_rules_told_a_second_time_lead_to_the_same_hands(table):
    seats, seed = table
    rng = random.Random(seed)
    state, _ = start(seats=seats, seed=seed)
    while moves := RULESET.legal_moves(state, state.drawer):
        before, move = RULESET.to_position(state), rng.choice(moves)
        drawer = state.drawer
        apply(state, RULESET.decide(state, drawer, move, RandomChance(rng)))
        hands = [list(hand) for hand in before["hands"]]
        for kind, *rest in facts.steps_of_draw(before, drawer, str(move)):
            if kind == "pairs":
                seat, codes = rest
                hands[seat] = [code for code in hands[seat] if code not in codes]
            else:
                one, other, card = rest
                giver, receiver = (other, one) if kind == "drawn" else (one, other)
                hands[giver].remove(card)
                hands[receiver].append(card)
        assert [sorted(hand) for hand in hands] == hands_of(state)


@given(tables)
@settings(max_examples=30, deadline=None)
def test_only_the_drawer_may_move(table):
    for state, _ in games(table):
        owing = {decision.seat for decision in RULESET.decisions(state)}
        able = {seat for seat in range(table[0]) if RULESET.legal_moves(state, Seat(seat))}
        assert owing == able
        assert len(owing) == (RULESET.outcome(state) is None)
