"""Pairs that play together stand out of a population, and those who only meet often do not (A44)."""

import pytest

from bots.arena import collusion
from bots.arena.colluding import Fallible, kindest
from bots.arena.collusion import TOP, astray, main, placed
from bots.arena.match import Match
from bots.arena.population import Population, play
from bots.strategies.registry import find_strategy
from games.engine.registry import discover, find_ruleset
from games.engine.seats import Seat

discover()


def test_accomplices_are_among_the_top_1_percent_and_friends_are_not():
    people = Population(accounts=28, accomplices=2, friends=2)
    rows = placed(people, play(people, 70, seed=3, slugs=["family-favourites", "mow"]))
    accomplices = [row for row in rows if row.who == "accomplices"]
    friends = [row for row in rows if row.who == "friends"]
    assert len(accomplices) == len(friends) == 2
    assert all(row.share <= TOP for row in accomplices), rows
    assert max(row.games for row in rows) in {row.games for row in friends + accomplices}
    assert all(row.share > TOP for row in friends), rows
    assert astray(rows) == []
    assert rows[0].of > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_they_are_among_thousands_of_pairs(seed):
    people = Population(accounts=200, accomplices=6, friends=8)
    rows = placed(people, play(people, 1_000, seed=seed))
    assert rows[0].of > 5_000
    assert astray(rows) == [], rows


def test_the_command_says_where_each_pair_stands(monkeypatch, capsys):
    few = ["--accounts", "12", "--accomplices", "1", "--friends", "1", "--games", "2"]
    monkeypatch.setattr(collusion, "TOP", 0.0)
    assert main(few) == 1  # nobody is among so few
    text = capsys.readouterr().out
    assert "accomplices" in text
    assert "NO" in text


def test_an_accomplice_passes_what_its_partner_collects_and_does_not_block_it():
    farmyard = find_ruleset("farmyard-cries")
    position = {
        "hands": [
            ["HEN.B1", "PIG.Y1", "COW.W1", "CAT.B1", "DUK.B1"],
            ["PIG.M", "PIG.W1", "HEN.M", "DOG.B1", "SHP.B1"],
        ],
        "stacks": {"A": ["HEN.B2"], "B": ["DUK.B2"]},
        "phase": "swap",
        "caller": 0,
    }
    state = farmyard.from_position(position, farmyard.parse_options({}, 2), 2)
    offered = [str(move) for move in farmyard.legal_moves(state, Seat(0))]
    assert kindest(farmyard, state, offered, Seat(1)) == ["pass:PIG.Y1"]

    mow = find_ruleset("mow")
    position = {"herd": ["5.0", "9.1"], "hands": [["3.0", "12.0"], ["10.0"]], "deck": ["1.0"]}
    state = mow.from_position(position, mow.parse_options({}, 2), 2)
    offered = [str(move) for move in mow.legal_moves(state, Seat(0))]
    assert sorted(kindest(mow, state, offered, Seat(1))) == ["3.0", "take"]


def test_a_fallible_player_errs_as_often_as_it_is_told():
    """Each seat of a game draws from a line of its own, so that the two can be compared."""
    mow, sound = find_ruleset("mow"), find_strategy("mow", "normal")
    games = {
        mistakes: Match(mow, [Fallible(sound, mistakes)] * 2, seed=7) for mistakes in (0.0, 0.5)
    }
    plain = Match(mow, [sound] * 2, seed=7)
    for game in (*games.values(), plain):
        game.play()
    assert games[0.0].moves == plain.moves != games[0.5].moves
