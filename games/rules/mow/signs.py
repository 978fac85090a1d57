"""What moves of Mow do for the seat that plays next: whether it has to take, and how many flies.

Judged by the true hands, for two who play together tell each other theirs.
"""

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.seats import Seat
from games.engine.signs.witness import Kind, Sign, Witness, measured
from games.rules.mow.cards import ACROBAT, NUMBER, SLOWPOKE, flies_of
from games.rules.mow.legality import legal_moves
from games.rules.mow.moves import MowMove, Play
from games.rules.mow.state import MowState


class MowWitness(Witness[MowState, MowMove]):
    """Measures which seats were spared the herd."""

    def signs_of(self, state: MowState, seat: Seat, move: MowMove) -> Sequence[Sign]:
        """Return it for each neighbour whose turn could have come next."""
        offered = legal_moves(state, seat)
        if len(offered) == 1:
            return ()
        harms = {str(one): _harm(state, seat, one) for one in offered}
        harmed, flies = harms[str(move)]
        signs: list[Sign] = []
        for other in sorted({towards for towards, _ in harms.values() if towards != seat}):
            values = [float(-hurt if towards == other else 0) for towards, hurt in harms.values()]
            signs += measured(Kind.SPARED, other, float(-flies if harmed == other else 0), values)
        return signs


def _harm(state: MowState, seat: Seat, move: MowMove) -> tuple[Seat, int]:
    """Return whose turn comes after a move, and the flies that this seat then has to take."""
    if not isinstance(move, Play):
        return seat, 0
    table = state.copy()
    table.add_to_herd(seat, state.held(seat, move.card), move.slot, move.arrow)
    can_play = any(_fits(table, other) for other in table.hands[table.turn])
    return table.turn, 0 if can_play else flies_of(table.herd)


def _fits(table: MowState, card: Card) -> bool:
    if card < ACROBAT:
        return not table.low <= NUMBER[card] <= table.high
    if card < SLOWPOKE:
        return bool(table.numbers >> NUMBER[card] & 1)
    return bool(table.open_slots())
