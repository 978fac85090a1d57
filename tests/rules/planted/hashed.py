"""Magpies whose list of moves stands in the order of a set."""

from games.engine.seats import Seat
from tests.rules.planted.magpies.cards import MagpieMove
from tests.rules.planted.magpies.game import Magpies
from tests.rules.planted.magpies.state import MagpieState


class HashedMagpies(Magpies):
    def legal_moves(self, state: MagpieState, seat: Seat) -> list[MagpieMove]:
        return [
            MagpieMove(code) for code in {move.code for move in super().legal_moves(state, seat)}
        ]


RULESET = HashedMagpies()
