"""The contract in games of which random play brings few: races, several deals in one commit."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine.registry import discover, find_ruleset
from games.engine.seats import Seat
from tests.rules.contract.games import Plan, play
from tests.rules.contract.subject import subject_of
from tests.rules.contract.suite import CHECKS, Check
from tests.rules.farmyard_cries.table import NOTHING_MORE, PIG_BUT_YOUNG, dealing

discover()
FARMYARD = subject_of(find_ruleset("farmyard-cries"))

# The seeds below 7 let seat 0 deal; these are the options they stand for.
TO_TEN, IN_SEAT_ORDER, CAPPED = 0, 1, 3

PIG = ["PIG.M", "PIG.Y1", "PIG.W1", "PIG.B1", "CAT.B1"]
HEN = ["HEN.M", "HEN.Y1", "HEN.W1", "HEN.B1", "CAT.B2"]
TWO_SETS = dealing(PIG, NOTHING_MORE, HEN)
TWO_TO_COME = dealing(
    ["SHP.M", "SHP.W1", "SHP.B1", "HEN.B1", "CAT.Y1"],
    NOTHING_MORE,
    ["HEN.M", "HEN.W1", "HEN.Y1", "SHP.Y1", "DOG.B1"],
)
YOUNG_ELSEWHERE = dealing(PIG_BUT_YOUNG, ["PIG.Y1", *NOTHING_MORE[1:]])


def planned(seed: int, seats: int, *packs: list[str], play_: Sequence[str] = ()) -> Plan:
    """Return a plan of a game that begins with these packs and these moves."""
    plan = Plan(seats=seats, seed=seed, packs=tuple(map(tuple, packs)), moves=0)
    for text in play_:
        state = play(FARMYARD, plan).commits[-1].after
        ruleset = FARMYARD.ruleset
        ways = [
            str(move)
            for moves in (ruleset.legal_moves, ruleset.free_moves)
            for seat in range(seats)
            for move in moves(state, Seat(seat))
        ]
        choices = (*plan.choices, ways.index(text))
        plan = replace(plan, choices=choices, moves=len(choices))
    return replace(plan, moves=plan.moves + 60)


SWAP = ["swap", "pass:CAT.Y1", "pass:HEN.B3", "pass:SHP.Y1"]

RARE = {
    "a race from the first deal": (
        planned(CAPPED, 3, TWO_SETS),
        [["RoundDealt", "RaceStarted"], ["SetLaidDown", "RoundEnded", "RoundDealt"]],
    ),
    "a race from the first deal that ends the game": (
        planned(TO_TEN, 3, TWO_SETS),
        [["RoundDealt", "RaceStarted"], ["SetLaidDown", "RoundEnded"]],
    ),
    "two sets in the first deal, in seat order, that end the game": (
        planned(IN_SEAT_ORDER, 3, TWO_SETS),
        [["RoundDealt", "RoundEnded"]],
    ),
    "two sets in seat order after a swap": (
        planned(IN_SEAT_ORDER, 3, TWO_TO_COME, play_=SWAP),
        [["CardSealed", "CardsPassed", "RoundEnded"]],
    ),
    "a race after a swap": (
        planned(CAPPED, 3, TWO_TO_COME, play_=SWAP),
        [["CardSealed", "CardsPassed", "RaceStarted"], ["SetLaidDown", "RoundEnded", "RoundDealt"]],
    ),
    "two first deals": (
        planned(CAPPED, 2, dealing(PIG, NOTHING_MORE)),
        [["RoundDealt", "RoundEnded", "RoundDealt"]],
    ),
    "two deals after a cry": (
        planned(
            CAPPED, 2, YOUNG_ELSEWHERE, dealing(NOTHING_MORE, HEN, dealer=1), play_=["cry:PIG"]
        ),
        [["GroupCried", *["RoundEnded", "RoundDealt"] * 2]],
    ),
    "a cry in a swap": (
        planned(CAPPED, 2, YOUNG_ELSEWHERE, play_=["swap", "pass:PIG.M", "cry:PIG"]),
        [["GroupCried", "RoundEnded", "RoundDealt"]],
    ),
}

each_of_them = pytest.mark.parametrize("name", RARE)


@each_of_them
def test_the_plans_bring_what_they_were_made_for(name: str):
    plan, wanted = RARE[name]
    types = [[event.type for event in commit.events] for commit in play(FARMYARD, plan).commits]
    runs = [types[at : at + len(wanted)] for at in range(len(types))]
    assert wanted in runs, types[:6]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@each_of_them
def test_rare_games_keep_the_contract(check: Check, name: str):
    check(FARMYARD, RARE[name][0])
