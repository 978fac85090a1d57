"""What a seat, or a spectator, may know of a game of Mow (1.11)."""

import msgspec

from games.engine.card_sets import cards_of
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.rules.mow.cards import ACROBAT, PACK, SLOWPOKE
from games.rules.mow.moves import Arrow
from games.rules.mow.state import NOBODY, MowState, ScoredRound


class LastRound(msgspec.Struct, frozen=True):
    """The round before: the cards left over and the flies, per seat."""

    round: int
    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


class MowObservation(Observation, frozen=True, kw_only=True):
    """The table as one viewer sees it; `hand` and `stable` are null for a spectator."""

    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    deck_size: int
    herd: tuple[str, ...]
    """From the low end: `7.1^A7` is a cow with its acrobat, `S@6` a slowpoke standing for 6."""
    stable_sizes: tuple[int, ...]
    stable: tuple[str, ...] | None
    arrow: Arrow
    phase: str
    turn: Seat | None
    round: int
    starter: Seat
    totals: tuple[int, ...]
    """Of the rounds that have ended."""
    last_round: LastRound | None


def observe(state: MowState, seat: Seat | None) -> MowObservation:
    """Return what `seat`, or a spectator (None), may know."""
    return MowObservation(
        hand=None if seat is None else tuple(PACK.codes(state.hands[seat])),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        deck_size=len(state.deck),
        herd=tuple(herd_codes(state)),
        stable_sizes=tuple(stable.bit_count() for stable in state.stables),
        stable=None if seat is None else tuple(PACK.codes(cards_of(state.stables[seat]))),
        arrow=state.arrow,
        phase=phase(state),
        turn=None if state.turn == NOBODY else state.turn,
        round=state.round,
        starter=state.starter,
        totals=tuple(state.totals),
        last_round=_last_round(state.last_round),
    )


def phase(state: MowState) -> str:
    """Return `open` when the herd has just been taken and a new one must be opened, else `turn`."""
    return "open" if state.opening else "turn"


def herd_codes(state: MowState) -> list[str]:
    """Return the herd from its low end, as positions write it."""
    line: list[str] = []
    for card, number in state.herd_line():
        code = PACK.code_of[card]
        if card >= SLOWPOKE:
            line.append(f"{code}@{number}")
        elif card >= ACROBAT:
            line[-1] += f"^{code}"
        else:
            line.append(code)
    return line


def _last_round(scored: ScoredRound | None) -> LastRound | None:
    if scored is None:
        return None
    hands = tuple(tuple(PACK.codes(hand)) for hand in scored.hands)
    return LastRound(scored.round, hands, scored.points)
