"""A server whose rules are exchanged while games are in play, as by a new release."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.engine import registry
from games.engine.ruleset import Ruleset
from games.services import join_codes, lobby
from tests.rules.planted.releases import THIRD
from tests.services.table import Table, bot, new_game

SLUG = THIRD.slug


@dataclass
class Server:
    """Whose rules of Magpies are exchanged."""

    monkeypatch: pytest.MonkeyPatch

    def release(self, newest: Ruleset[Any, Any, Any], *earlier: Ruleset[Any, Any, Any]) -> None:
        self.monkeypatch.setitem(registry._rulesets, SLUG, newest)
        self.monkeypatch.setattr(
            registry, "_earlier", {(SLUG, each.rules_version): each for each in earlier}
        )


def begun(**fields) -> Table:
    """Begin a private game, which no list may show once its rules are gone."""
    askers = bot(), bot()
    made = new_game(askers[0], None, ruleset=SLUG, private=True, **fields)
    lobby.take_seat(game=made.game, asker=askers[1], code=join_codes.new_code(made.game))
    return Table(made.game, askers)
