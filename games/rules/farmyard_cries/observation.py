"""What a seat, or a spectator, may know of a game of Farmyard Cries (2.10)."""

from typing import TypedDict

import msgspec

from games.engine.card_sets import cards_of
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.rules.farmyard_cries.cards import PACK, GroupId, codes_of
from games.rules.farmyard_cries.shown import StackSizes
from games.rules.farmyard_cries.state import NOBODY, UNSEALED, FarmyardState, Phase, ScoredRound


class SeenFaceUp(TypedDict):
    """The face-up card of each stack; null only if a position was written without the stack."""

    A: str | None
    B: str | None


class SeenCry(msgspec.Struct, frozen=True):
    """A cry of this round."""

    seat: Seat
    group: GroupId
    success: bool


class LastRound(msgspec.Struct, frozen=True):
    """The round before: who won it with which four; null and none if it was void."""

    round: int
    seat: Seat | None
    group: GroupId | None
    cards: tuple[str, ...]
    points: tuple[int, ...]


class FarmyardObservation(Observation, frozen=True, kw_only=True):
    """The table as one viewer sees it; `hand` and `my_choice` are null for a spectator."""

    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    face_up: SeenFaceUp
    stack_sizes: StackSizes
    farmyard_size: int
    turn: Seat | None
    """The seat to act; in a swap its caller."""
    phase: Phase
    dealer: Seat
    chosen: tuple[Seat, ...]
    """The seats that have sealed a card in this swap."""
    my_choice: str | None
    """The card that the viewer has sealed."""
    racing: tuple[Seat, ...]
    prev_swap: bool
    cries: tuple[SeenCry, ...]
    """Of this round, in order."""
    scores: tuple[int, ...]
    round: int
    last_round: LastRound | None


def observe(state: FarmyardState, seat: Seat | None) -> FarmyardObservation:
    """Return what `seat`, or a spectator (None), may know."""
    mine = UNSEALED if seat is None else state.sealed[seat]
    return FarmyardObservation(
        hand=None if seat is None else tuple(codes_of(cards_of(state.hands[seat]))),
        hand_sizes=tuple(hand.bit_count() for hand in state.hands),
        face_up={"A": _top(state.stack_a), "B": _top(state.stack_b)},
        stack_sizes={"A": len(state.stack_a), "B": len(state.stack_b)},
        farmyard_size=len(state.farmyard),
        turn=None if state.turn == NOBODY else state.turn,
        phase=state.phase,
        dealer=state.dealer,
        chosen=tuple(Seat(s) for s, card in enumerate(state.sealed) if card != UNSEALED),
        my_choice=None if mine == UNSEALED else PACK.code_of[mine],
        racing=state.racing,
        prev_swap=state.prev_swap,
        cries=_cries(state),
        scores=state.scores,
        round=state.round,
        last_round=_last_round(state.last_round),
    )


def _top(pile: list[int]) -> str | None:
    return PACK.code_of[pile[-1]] if pile else None


def _cries(state: FarmyardState) -> tuple[SeenCry, ...]:
    last = len(state.cries) - 1
    return tuple(
        SeenCry(seat, group, success=state.is_cry_won and nth == last)
        for nth, (seat, group) in enumerate(state.cries)
    )


def _last_round(scored: ScoredRound | None) -> LastRound | None:
    if scored is None:
        return None
    cards = tuple(PACK.codes(scored.cards))
    return LastRound(scored.round, scored.seat, scored.group, cards, scored.points)
