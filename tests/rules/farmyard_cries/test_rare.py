"""The contract in games of which random play brings few: races, several deals in one commit.

The seeds were looked for; `facts.OPTIONS` are taken in turn by seed.
"""

import pytest

from games.engine.registry import discover, find_ruleset
from tests.rules.contract.games import Plan, play
from tests.rules.contract.subject import subject_of
from tests.rules.contract.suite import CHECKS, Check

discover()
FARMYARD = subject_of(find_ruleset("farmyard-cries"))

RARE = {
    "a race from the first deal": Plan(seats=6, seed=287, moves=60),
    "a race from the first deal that ends the game": Plan(seats=6, seed=111656, moves=60),
    "two sets in the first deal, in seat order": Plan(seats=6, seed=65477, moves=60),
    "a race after a swap": Plan(seats=6, seed=2464, moves=300),
    "two first deals": Plan(seats=5, seed=113, moves=60),
    "two deals after a cry": Plan(seats=4, seed=7, moves=240),
}


@pytest.mark.parametrize("name", RARE)
def test_the_seeds_bring_what_they_were_chosen_for(name: str):
    commits = play(FARMYARD, RARE[name]).commits
    types = [[event.type for event in commit.events] for commit in commits]
    race = next((each for each in types if "RaceStarted" in each), [])
    deals = max(each.count("RoundDealt") for each in types)
    found = {
        "a race from the first deal": types[0][-1] == "RaceStarted",
        "a race from the first deal that ends the game": types[1][0] == "SetLaidDown",
        "two sets in the first deal, in seat order": types[0][1:2] == ["RoundEnded"],
        "a race after a swap": race[:1] == ["CardSealed"],
        "two first deals": types[0].count("RoundDealt") == 2,
        "two deals after a cry": deals == 2,
    }
    assert found[name], types[:2]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", RARE)
def test_rare_games_keep_the_contract(check: Check, name: str):
    check(FARMYARD, RARE[name])
