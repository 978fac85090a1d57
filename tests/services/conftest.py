"""A ruleset in which several seats owe a decision at once, for as long as a test runs."""

from collections.abc import Callable

import pytest

from games.engine import registry
from games.services import join_codes, lobby
from games.services.askers import Asker
from tests.rules.planted.magpies.cards import MagpieMove
from tests.rules.planted.magpies.game import Magpies
from tests.services.table import Table, new_game


class FreeMagpies(Magpies):
    def is_free(self, move: MagpieMove) -> bool:
        return move.verb == "bury"


RULESET = FreeMagpies()


@pytest.fixture
def magpies(database: None, monkeypatch) -> Callable[..., Table]:
    """Make games of Magpies; private ones, for no list may show a ruleset that is gone again."""
    monkeypatch.setitem(registry._rulesets, RULESET.slug, RULESET)

    def make(*askers: Asker, **fields) -> Table:
        opens = [None for _ in askers[1:]]
        made = new_game(askers[0], *opens, ruleset=RULESET.slug, private=True, **fields)
        code = join_codes.new_code(made.game)
        for asker in askers[1:]:
            lobby.take_seat(game=made.game, asker=asker, code=code)
        return Table(made.game, askers)

    return make
