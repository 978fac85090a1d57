"""Whole games on real parts, played by the shipped client, and replayed from their files."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import herdbook
import pytest

from tests.e2e.refolding import refold, replay_by_rules


@pytest.fixture(scope="module")
def played(live_url: str) -> list[dict[str, Any]]:
    """The replays of three games, with 2, 3 and 5 seats, played side by side."""

    def play(seats: int) -> dict[str, Any]:
        game = herdbook.play(live_url, seats=seats, seed=seats)
        assert game.status == "finished"
        with herdbook.Client(live_url) as anybody:
            return anybody.games.replay(game.id)

    with ThreadPoolExecutor(3) as pool:
        return list(pool.map(play, [2, 3, 5]))


def test_three_games_end_with_a_result(played):
    assert [replay["seats"] for replay in played] == [2, 3, 5]
    for replay in played:
        assert replay["result"]["reason"] == "completed"
        assert max(replay["result"]["scores"]) > 100
        lowest = min(replay["result"]["scores"])
        winners = [s for s, score in enumerate(replay["result"]["scores"]) if score == lowest]
        assert replay["result"]["winners"] == winners


def test_their_logs_fold_to_the_same_end(played):
    for replay in played:
        game = refold(replay)
        assert game.status == "finished"
        assert list(game.scores()) == replay["result"]["scores"]


def test_their_moves_and_shuffles_play_to_the_same_position(played):
    for replay in played:
        assert replay_by_rules(replay) == replay["position_hash"]
