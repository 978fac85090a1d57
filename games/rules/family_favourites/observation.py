"""What a seat, or a spectator, may know of a game of Family Favourites (3.9)."""

import msgspec

from games.engine.card_sets import cards_of
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.rules.family_favourites.cards import PACK, Call
from games.rules.family_favourites.state import NOBODY, FamilyState, ScoredRound


class LastRound(msgspec.Struct, frozen=True):
    """The round before: who went out, the cards left and their points, per seat."""

    round: int
    out: Seat | None
    """Null if nobody did."""
    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


class FamilyObservation(Observation, frozen=True, kw_only=True):
    """The table as one viewer sees it; `hand` is null for a spectator."""

    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    top: str | None
    played: tuple[str, ...]
    """Since the last recycling, the latest first."""
    draw_pile_size: int
    buried: int
    """Jokers turned up at the deal that still are the last of the draw pile."""
    call: Call | None
    turn: Seat | None
    passes: int
    """Since the last play or draw."""
    turns: int
    """Of this round, for `turn_cap`."""
    dealer: Seat
    round: int
    totals: tuple[int, ...]
    """Of the rounds that have ended."""
    last_round: LastRound | None


def observe(state: FamilyState, seat: Seat | None) -> FamilyObservation:
    """Return what `seat`, or a spectator (None), may know."""
    played = tuple(PACK.codes(reversed(state.played)))
    return FamilyObservation(
        hand=None if seat is None else tuple(PACK.codes(cards_of(state.hands[seat]))),
        hand_sizes=tuple(hand.bit_count() for hand in state.hands),
        top=played[0] if played else None,
        played=played,
        draw_pile_size=len(state.draw_pile),
        buried=min(state.buried, len(state.draw_pile)),
        call=state.call,
        turn=None if state.turn == NOBODY else state.turn,
        passes=state.passes,
        turns=state.turns,
        dealer=state.dealer,
        round=state.round,
        totals=state.totals,
        last_round=_last_round(state.last_round),
    )


def _last_round(scored: ScoredRound | None) -> LastRound | None:
    if scored is None:
        return None
    hands = tuple(tuple(PACK.codes(cards_of(hand))) for hand in scored.hands)
    return LastRound(scored.round, scored.out, hands, scored.points)
