"""Games as the services leave them: nothing is wrong with them (S48)."""

from uuid import UUID

import pytest

from games.engine import registry
from games.engine.game import Status
from games.engine.registry import all_rulesets, discover, find_ruleset
from games.services import lobby
from games.verifying.findings import Kind
from games.verifying.verify import verify_game
from tests.entropy import commitment_of, entropy_of
from tests.services.table import bot, new_game, person
from tests.verifying.tampering import restored

discover()


@pytest.mark.parametrize("slug", [rules.slug for rules in all_rulesets()])
def test_a_game_of_any_ruleset_is_sound_from_its_first_event_to_its_last(database, slug):
    table = new_game(bot(), "random", ruleset=slug)
    for moves in (0, 1, 7, 150):
        table.play(moves)
        verdict = verify_game(table.game)
        assert verdict.findings == []
        assert verdict.state == table.state
        assert verdict.version == table.state.version
    if table.state.outcome is None:
        lobby.resign(game=table.game, asker=table.asker(0))
    verdict = verify_game(table.game)
    assert verdict.is_sound
    assert verdict.state is not None
    assert verdict.state.outcome is not None


def test_a_game_in_which_people_come_and_go_is_sound(database):
    one, two, three = person(), bot(), person()
    table = new_game(one, None, None)
    for asker in (two, three):
        lobby.take_seat(game=table.game, asker=asker, key="k")
        assert verify_game(table.game).findings == []
        if asker is two:
            lobby.leave_seat(game=table.game, asker=two)
            lobby.take_seat(game=table.game, asker=two, key="l")
            assert verify_game(table.game).findings == []
    lobby.resign(game=table.game, asker=two, key="m")
    lobby.abort_game(game=table.game, asker=one)
    assert verify_game(table.game).findings == []


def test_a_game_to_which_seats_add_entropy_is_sound_at_every_step(alice, bob):
    game = alice.create({"kind": "me", "commitment": commitment_of(0)}, "open")["id"]
    bob.join(game, commitment=commitment_of(1))
    for seat, player in enumerate((alice, bob)):
        assert verify_game(UUID(game)).findings == []
        told = {"entropy": entropy_of(seat)}
        answer = player.post(f"/games/{game}/seats/me/entropy", told)
        assert answer.status_code in {200, 201}
    verdict = verify_game(UUID(game))
    assert verdict.findings == []
    assert verdict.state is not None
    assert verdict.state.status is Status.RUNNING


def test_of_a_game_that_is_over_only_the_chain_is_read_once_its_rules_are_gone(
    database, monkeypatch
):
    """F51: what old rules recorded stays verified; a game in play without its rules is a finding."""
    over, running = new_game(bot(), bot()), new_game(bot(), bot())
    lobby.resign(game=over.game, asker=over.asker(0))
    later = type("LaterMow", (type(find_ruleset("mow")),), {"rules_version": 2})()
    monkeypatch.setitem(registry._rulesets, "mow", later)
    verdict = verify_game(over.game)
    assert (verdict.findings, verdict.is_unfolded, verdict.state) == ([], True, None)
    found = verify_game(running.game)
    assert [one.kind for one in found.findings] == [Kind.RULES_MISSING]
    with restored(over.game) as thief:
        thief.run("UPDATE event SET seat = 1 - seat WHERE game_id = %(game)s AND seat IS NOT NULL")
        assert Kind.EVENT_CHANGED in {one.kind for one in verify_game(over.game).findings}
