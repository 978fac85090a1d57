"""The replay as seat n, in every ruleset: event by event what that seat had been shown (S72)."""

import json

import pytest

from tests.cast import Caller
from tests.house_games import RULESETS, SHORT
from tests.tables import whole_log


@pytest.mark.parametrize("slug", RULESETS)
def test_a_seat_s_replay_is_what_it_was_shown_while_the_game_ran(alice, bob, slug):
    seats = [{"kind": "me"}, {"kind": "open"}]
    asked = {"ruleset": slug, "seats": seats, "options": SHORT[slug]}
    game = alice.post("/games", asked).json()["id"]
    bob.join(game)
    players = (alice, bob)
    for _ in range(12):
        view = alice.view(game)
        if view["status"] != "running":
            break
        assert players[view["deciding"][0]["seat"]].move(game).status_code == 201
    shown = [whole_log(player, game) for player in players]
    alice.post(f"/games/{game}/resign")
    for seat, log in enumerate(shown):
        file = Caller().get(f"/games/{game}/replay?seat={seat}").json()
        told = [{k: v for k, v in e.items() if k != "schema_version"} for e in file["events"]]
        assert told[: len(log)] == log
        assert file["shuffles"] == []
        assert file["position_hash"] is None
        assert "proof" not in file
        assert "payload" not in json.dumps(file)
