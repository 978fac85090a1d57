"""Whoever answers what they owe is never told to wait (A08)."""

from uuid import UUID

import pytest

from games.services import play
from games.services.askers import Asker
from tests.cast import Player
from tests.config.limits.conftest import Limits
from tests.services.table import Table

LONG = {"limit": 500}


def answers(player: Player, at_most: int) -> int:
    """Answer what a player owes in games against the house, through the API; return how often."""
    asker = Asker(account=player.account, name=player.name, is_bot=True)
    made = 0
    while made < at_most:
        game = player.create("me", "random", options=LONG)["id"]
        table = Table(UUID(game), (asker, None))
        while made < at_most and table.state.owed:
            owed = table.owed()
            move = table.legal(owed)[0]
            if owed.seat == 1:
                play.play_house_move(game=table.game, seat=owed.seat, opened=owed.opened, move=move)
                continue
            asked = {"decision": table.decision(owed), "move": move}
            response = player.post(f"/games/{game}/moves", asked)
            assert response.status_code == 201, response.content
            made += 1
    return made


@pytest.mark.parametrize(
    "wanted",
    [
        400,
        pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)]),
    ],
)
def test_no_answer_to_a_decision_is_refused_for_its_number(limits: Limits, alice, wanted):
    """A08: with all limits as they are by default."""
    limits.on()
    assert answers(alice, wanted) == wanted
