"""Games that everybody has left stay as they are, and staff can look at them (S55)."""

import pytest
from django.utils.module_loading import import_string

from accounts.moderation.roles import Role
from config.jobs import JOBS
from games.store import load
from tests.admin.staff import browser
from tests.tables import seated, whole_log

DAY = 24 * 3600


def left_in_play(ann, ben):
    game = seated(ann, ben)
    ann.move(game)
    assert ann.post(f"/games/{game}/resign").status_code == 200
    return game


def left_before_the_start(ann, ben):
    game = ann.create("me", "open", "open", private=True)["id"]
    assert ann.request("DELETE", f"/games/{game}/seats/me").status_code == 204
    return game


@pytest.mark.parametrize("leave", [left_in_play, left_before_the_start])
def test_no_housekeeping_takes_a_game_away_that_nobody_sits_at(clock, ann, ben, leave):
    """S55: for good, which is longer than the 30 days that moderators need at least."""
    game = leave(ann, ben)
    told = whole_log(ann, game)
    assert told
    clock.advance(400 * DAY)
    for task in JOBS:
        import_string(task)()
    assert whole_log(ann, game)[: len(told)] == told
    shown = browser(Role.MODERATOR).page(f"games/{game}/")
    assert f"{load.game(game).state.version}" in shown
    assert game in browser(Role.MODERATOR).page(f"store/game/?q={game}")
