"""What moves of Family Favourites do for the next seat: whether it can play on, and what.

Judged by the true hands, for two who play together tell each other theirs.
"""

from collections.abc import Sequence

from games.engine.seats import Seat, left_of
from games.engine.signs.witness import Kind, Sign, Witness, measured
from games.rules.family_favourites.cards import CALLED, JOKERS, MATCHES
from games.rules.family_favourites.legality import legal_moves
from games.rules.family_favourites.moves import FamilyMove, Play
from games.rules.family_favourites.state import FamilyState

_ONLY_A_JOKER = 0.5


class FamilyWitness(Witness[FamilyState, FamilyMove]):
    """Measures whether the next seat was left something to play."""

    def signs_of(self, state: FamilyState, seat: Seat, move: FamilyMove) -> Sequence[Sign]:
        """Return it for the seat on the left."""
        if not isinstance(move, Play):
            return ()
        left = left_of(seat, len(state.hands))
        offered = [one for one in legal_moves(state, seat) if isinstance(one, Play)]
        values = [_worth(state.hands[left], one) for one in offered]
        return measured(Kind.SPARED, left, _worth(state.hands[left], move), values)


def _worth(hand: int, move: Play) -> float:
    fitting = hand & (MATCHES[move.card] if move.call is None else CALLED[move.call])
    if fitting & ~JOKERS:
        return 1.0
    return _ONLY_A_JOKER if fitting else 0.0
