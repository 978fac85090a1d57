"""Games as the services leave them: nothing is wrong with them (S48)."""

import pytest

from games.engine.registry import all_rulesets, discover
from games.services import lobby
from games.verifying.verify import verify_game
from tests.services.table import bot, new_game, person

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
