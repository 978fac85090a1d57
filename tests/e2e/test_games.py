"""Whole games on real parts, played by the shipped client, and replayed from their files."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import herdbook
import pytest

from tests.e2e.refolding import replay_by_rules


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


def test_every_log_of_their_server_is_whole_and_folds_to_what_is_stored(played, live_stack):
    """S48: in a process of its own, with the rights of the application, while the server runs."""
    verify = [sys.executable, "manage.py", "verify"]
    ended = subprocess.run(
        [sys.executable, "-m", "config.stack", "exec", "--", *verify],
        cwd=live_stack.checkout,
        env=live_stack.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert int(ended.stdout.partition(" games")[0].replace(",", "")) >= len(played)


def test_their_moves_and_shuffles_play_to_the_same_position(played):
    for replay in played:
        assert replay_by_rules(replay) == replay["position_hash"]
