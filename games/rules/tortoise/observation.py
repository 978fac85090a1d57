"""What a seat, or a spectator, may know of a Tortoise Game (4.9)."""

from games.engine.observation import Observation
from games.engine.seats import Seat
from games.rules.tortoise.cards import PACK, cards_of
from games.rules.tortoise.going import NOBODY
from games.rules.tortoise.state import TortoiseState


class TortoiseObservation(Observation, frozen=True, kw_only=True):
    """The table as one viewer sees it; `hand` is null for a spectator."""

    hand: tuple[str, ...] | None
    """Sorted by code, also while it is on offer."""
    hand_sizes: tuple[int, ...]
    thrown: tuple[tuple[str, str], ...]
    """The pairs that lie open, in the order in which they were thrown out."""
    offerer: Seat | None
    drawer: Seat | None
    """The seat to act; null, as the offerer is, when the game is over."""
    out: tuple[Seat, ...]
    """In the order of going out."""
    dealer: Seat


def observe(state: TortoiseState, seat: Seat | None) -> TortoiseObservation:
    """Return what `seat`, or a spectator (None), may know."""
    code_of = PACK.code_of
    return TortoiseObservation(
        hand=None if seat is None else tuple(PACK.codes(cards_of(state.hands[seat]))),
        hand_sizes=tuple(hand.bit_count() for hand in state.hands),
        thrown=tuple((code_of[card], code_of[card]) for card in state.thrown),
        offerer=seat_or_none(state.offerer),
        drawer=seat_or_none(state.drawer),
        out=tuple(state.out),
        dealer=state.dealer,
    )


def seat_or_none(seat: Seat) -> Seat | None:
    """Return a seat, or None for `NOBODY`."""
    return None if seat == NOBODY else seat
