"""The heuristic for Farmyard Cries: how strong it is, and what it makes of some tables."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bots.arena.pairing import share_of_wins
from bots.strategies.farmyard_cries import FarmyardNormal
from bots.strategies.farmyard_cries_table import Known, read_table
from bots.strategies.random_legal import RandomLegal
from games.engine.card_sets import cards_of
from games.engine.chance import RandomChance
from games.engine.observation import SeenEvent
from games.engine.registry import discover, find_ruleset
from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import GROUPS, PACK
from games.rules.farmyard_cries.game import RULESET
from games.rules.farmyard_cries.state import FarmyardState

discover()
FARMYARD = find_ruleset("farmyard-cries")
NORMAL, RANDOM = FarmyardNormal(), RandomLegal()

PIG_WITHOUT_YOUNG = ["PIG.M", "PIG.W1", "PIG.B1", "HEN.B1", "DUK.B1"]
OTHERS = [["CAT.B1", "CAT.B2", "DOG.B1", "DOG.B2", "HEN.B3"], ["CAT.B3", "DOG.B3"], ["DOG.B4"]]
STACKS = {"A": ["SHP.B1", "HEN.B2"], "B": ["COW.B1", "COW.B2"]}


# A hundred games say less than a thousand: these floors lie about two standard errors below.
@pytest.mark.parametrize(
    ("seats", "floor"), [(2, 0.97), (3, 0.95), (4, 0.94), (5, 0.90), (6, 0.88)]
)
def test_it_beats_random_play(seats, floor):
    assert share_of_wins(FARMYARD, NORMAL, RANDOM, seats=seats, games=60).won >= floor


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "floor"), [(2, 0.99), (3, 0.97), (4, 0.97), (5, 0.94), (6, 0.93)]
)
def test_it_beats_random_play_over_1_000_games(seats, floor):
    assert share_of_wins(FARMYARD, NORMAL, RANDOM, seats=seats, games=1_000).won >= floor


def lay(*, seats: int = 2, **position: Any) -> FarmyardState:
    position = {"stacks": STACKS, **position}
    return RULESET.from_position(position, RULESET.parse_options({}, seats), seats)


def choose(hand: list[str], history: Sequence[SeenEvent] = (), **position: Any) -> str:
    state = lay(hands=[hand, OTHERS[0]], **position)
    legal = sorted(str(move) for move in RULESET.legal_moves(state, Seat(0)))
    return NORMAL.choose(RULESET.observe(state, Seat(0)), history, legal, random.Random(0))


def cry(seats: int, history: Sequence[SeenEvent] = (), **position: Any) -> str | None:
    state = lay(seats=seats, hands=[PIG_WITHOUT_YOUNG, *OTHERS[: seats - 1]], **position)
    free = [str(move) for move in RULESET.free_moves(state, Seat(0))]
    return NORMAL.choose_free(RULESET.observe(state, Seat(0)), history, free, random.Random(0))


def exchanged(seat: int, taken: str, turned_up: str, **more: Any) -> SeenEvent:
    shown = {"stack": "A", "taken": taken, "turned_up": turned_up, "refilled": False, **more}
    return SeenEvent(type="CardExchanged", seat=Seat(seat), data=shown)


def known(history: Sequence[SeenEvent], seats: int = 3, hand: Sequence[str] = ()) -> Known:
    state = lay(seats=seats, hands=[list(hand) or PIG_WITHOUT_YOUNG, *OTHERS[: seats - 1]])
    return read_table(RULESET.observe(state, Seat(0)), history)


def holders(known: Known, code: str) -> list[float]:
    return known.held[PACK.first(code)]


def test_it_completes_a_set():
    stacks = {"A": ["HEN.B2", "SHP.B1"], "B": ["PIG.Y1", "COW.B1"]}
    assert choose(PIG_WITHOUT_YOUNG, stacks=stacks) in {"HEN.B1>B", "DUK.B1>B"}


def test_it_keeps_what_belongs_together():
    assert choose(PIG_WITHOUT_YOUNG, prev_swap=True).partition(">")[0] in {"HEN.B1", "DUK.B1"}


def test_it_passes_the_card_that_it_needs_least():
    passed = choose(PIG_WITHOUT_YOUNG, phase="swap", turn=1)
    assert passed in {"pass:HEN.B1", "pass:DUK.B1"}


def test_it_does_not_pass_the_left_neighbour_what_that_one_collects():
    hand = ["PIG.M", "PIG.W1", "PIG.B1", "CAT.W1", "COW.W1"]
    collected = [exchanged(1, code, "DOG.B4") for code in ("CAT.M", "CAT.Y1", "CAT.B1")]
    assert choose(hand, collected, phase="swap", turn=1) == "pass:COW.W1"


def test_it_cries_when_somebody_took_the_young():
    assert cry(2) is None
    assert cry(2, [exchanged(1, "PIG.Y1", "DOG.B1")]) == "cry:PIG"


def test_with_many_hands_it_cries_at_once():
    assert cry(4) == "cry:PIG"


def test_it_does_not_cry_for_what_lies_face_up():
    assert cry(4, stacks={"A": ["PIG.Y1", "SHP.B1"], "B": ["COW.B1"]}) is None


def test_a_card_that_was_taken_is_in_that_hand_and_seldom_left_it():
    seen = known([exchanged(1, "COW.Y1", "SHP.B1")])
    assert holders(seen, "COW.Y1") == [0, 1, 0]
    later = known([exchanged(1, "COW.Y1", "SHP.B1"), exchanged(1, "SHP.W1", "SHP.B1")])
    assert 0.9 < holders(later, "COW.Y1")[1] < 1
    assert 0 < holders(later, "DUK.M")[1] < holders(later, "DUK.M")[2]


def test_nobody_holds_what_is_turned_up_or_was_discarded_by_oneself():
    history = [exchanged(1, "COW.Y1", "SHP.B1"), exchanged(2, "SHP.B1", "COW.Y1", stack="B")]
    assert holders(known(history), "COW.Y1") == [0, 0, 0]
    mine = exchanged(0, "HEN.B1", "SHP.B1", discarded="COW.M")
    assert holders(known([mine]), "COW.M") == [0, 0, 0]


def test_a_failed_cry_tells_of_the_mother_and_of_the_young():
    failed = SeenEvent(
        type="GroupCried", seat=Seat(1), data={"group": "COW", "success": False, "given": []}
    )
    seen = known([failed])
    assert holders(seen, "COW.M") == [0, 1, 0]
    assert holders(seen, "COW.Y1")[2] == 0
    own = SeenEvent(
        type="GroupCried", seat=Seat(0), data={"group": "PIG", "success": False, "given": []}
    )
    assert known([own]).chance_of_cry(GROUPS["PIG"]) == 0


def test_a_card_passed_on_is_with_the_left_neighbour():
    passed = SeenEvent(type="CardsPassed", seat=None, data={"given": "COW.M", "received": "HEN.B1"})
    assert holders(known([passed]), "COW.M") == [0, 1, 0]


def test_before_its_first_turn_it_may_not_know_its_seat():
    state = lay(seats=3, hands=[PIG_WITHOUT_YOUNG, *OTHERS[:2]], phase="swap", turn=1)
    seen = RULESET.observe(state, Seat(0))
    assert read_table(seen, []).seat is None
    assert read_table(seen, [exchanged(0, "HEN.B1", "SHP.B1", discarded="COW.M")]).seat == 0
    others = [exchanged(1, "HEN.B1", "SHP.B1"), exchanged(2, "DUK.B1", "SHP.B2")]
    assert read_table(seen, others).seat == 0
    refilled = exchanged(1, "HEN.B1", "COW.M", discarded="COW.M", refilled=True)
    assert read_table(seen, [refilled]).seat is None


def test_what_it_is_sure_of_is_true():
    """Whoever discards can only make it less sure of a card, never wrong."""
    for seed in range(20):
        rng = random.Random(seed)
        chance, seats = RandomChance(rng), 2 + seed % 3
        options = RULESET.parse_options({"target": 1, "turn_cap": 60}, seats)
        state = RULESET.blank(options, seats)
        history: list[SeenEvent] = []
        events = RULESET.deal(options, seats, chance)
        while True:
            for event in events:
                RULESET.evolve(state, event)
                if event.type == "RoundDealt":
                    history.clear()
                data = event.seen_by(Seat(0))
                history.append(SeenEvent(type=event.type, seat=event.seat, data=data))
            owed = RULESET.decisions(state)
            if not owed or state.round > 3:
                break
            if Seat(0) in [decision.seat for decision in owed]:
                seen = read_table(RULESET.observe(state, Seat(0)), history)
                possible = {card for card in PACK.cards() if seen.chance_held(card) > 0}
                assert {card for hand in state.hands[1:] for card in cards_of(hand)} <= possible
            moves = RULESET.legal_moves(state, owed[0].seat)
            events = RULESET.decide(state, owed[0].seat, rng.choice(moves), chance)
