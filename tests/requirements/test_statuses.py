"""A game goes along the graph of statuses, and what is not on it is 409 (S57)."""

import pytest

from games.services import deadlines
from tests.cast import problem
from tests.tables import given_up, seated

COMMANDS = {
    "seats": {"open"},
    "moves": {"running"},
    "resign": {"running"},
    "abort": {"open", "running"},
    "seats/me/return": set(),
    "rematch": {"finished", "aborted", "expired"},
}
"""In which statuses the one who sends it can have something of it; a rematch changes no status."""
BODIES = {"moves": {"move": "take", "decision": "x"}}


@pytest.fixture(params=["open", "running", "finished", "aborted", "expired"])
def game(request, alice, bob, clock, settings):
    """A game that alice has made, in each status."""
    if request.param == "running":
        return request.param, seated(alice, bob)
    if request.param == "finished":
        return request.param, given_up(alice, bob)
    made = alice.create("me", "open")["id"]
    if request.param == "aborted":
        assert alice.post(f"/games/{made}/abort").status_code == 200
    if request.param == "expired":
        clock.advance(settings.HERDBOOK_OPEN_GAME_LIFE.total_seconds() + 1)
        deadlines.sweep()
        clock.restore()
    return request.param, made


def test_what_does_not_fit_the_status_is_409_and_changes_nothing(game, alice, subtests):
    """S57: also what a seat would be given in another status."""
    status, made = game
    before = alice.view(made)
    assert before["status"] == status
    for command, fits in COMMANDS.items():
        if status in fits and command != "moves":
            continue
        with subtests.test(command):
            response = alice.post(f"/games/{made}/{command}", BODIES.get(command))
            body = response.json()
            problem(response, 409, body["code"])
            assert body["version"] == before["version"]
            assert alice.view(made)["status"] == status
    if status != "open":
        response = alice.delete(f"/games/{made}/seats/me")
        problem(response, 409, "game_started" if status == "running" else "game_over")
