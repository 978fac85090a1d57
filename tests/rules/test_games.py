"""Games that were recorded once are still what they were: state, moves, views and outcome."""

import itertools

import msgspec
import pytest

from bots.strategies.registry import strategies
from tests.rules.contract.record_games import Recorder
from tests.rules.contract.recorded import (
    FORMAT,
    Replay,
    check_folds,
    check_plays_again,
    check_views,
    games_of,
)
from tests.rules.contract.subject import Subject, all_subjects

FEWEST = 5
"""How many recorded games a ruleset needs."""

SUBJECTS = all_subjects()

every_ruleset = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
every_game = pytest.mark.parametrize(
    "replay",
    [
        pytest.param(replay, id=f"{subject} {name}")
        for subject in SUBJECTS
        for name, replay in games_of(subject).items()
    ],
)


@every_game
def test_folding_a_recorded_game_leads_where_it_led(replay: Replay):
    assert replay["format"] == FORMAT
    check_folds(replay)


@every_game
def test_the_events_of_a_recorded_game_hold_what_they_held(replay: Replay):
    check_views(replay)


@every_game
def test_the_moves_and_shuffles_of_a_recorded_game_play_it_again(replay: Replay):
    check_plays_again(replay)


@every_ruleset
def test_a_ruleset_has_recorded_games_of_different_tables(subject: Subject):
    games = games_of(subject).values()
    how = f"python -m tests.rules.contract.record_games {subject} --help"
    assert len(games) >= FEWEST, f"{subject} has {len(games)} recorded games, see {how}"
    counts = subject.ruleset.seat_counts
    seats = {replay["seats"] for replay in games}
    assert {counts[0], counts[-1]} <= seats, f"{subject} lacks the smallest or the largest table"
    if len(msgspec.structs.fields(subject.ruleset.options_type)) == 1:
        return  # `first_seat` alone
    rules = [
        {name: value for name, value in replay["options"].items() if name != "first_seat"}
        for replay in games
    ]
    assert any(one != other for one, other in itertools.combinations(rules, 2)), (
        f"all recorded games of {subject} have the same options"
    )
    firsts = {replay["options"]["first_seat"] for replay in games}
    assert len(firsts) > 1, f"all recorded games of {subject} begin with the same seat"


@every_ruleset
def test_the_recorder_writes_the_same_game_for_the_same_seed(subject: Subject):
    slug, seats = subject.ruleset.slug, subject.ruleset.seat_counts[-1]
    play = [strategies(slug)[0].name]
    one, other = (
        Recorder(slug, seats=seats, options={}, play=play, seed=3).record() for _ in range(2)
    )
    assert one == other
    check_folds(one)
    check_views(one)
    check_plays_again(one)
