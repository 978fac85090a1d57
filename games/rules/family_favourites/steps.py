"""What a move brings about, told as facts (3.5, 3.6)."""

from games.engine.card_sets import cards_of
from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.seats import Seat, left_of
from games.rules.family_favourites.dealing import deal_cards
from games.rules.family_favourites.events import (
    CardDrawn,
    CardPlayed,
    PileRecycled,
    RoundDealt,
    RoundEnded,
    TurnPassed,
)
from games.rules.family_favourites.moves import Draw, FamilyMove, Play
from games.rules.family_favourites.state import FamilyState, ScoredRound


def after_move(state: FamilyState, seat: Seat, move: FamilyMove, chance: Chance) -> list[Event]:
    """Return a turn and, if it was the last of its round, the count and the next deal."""
    events: list[Event] = []
    moved = 0  # The card that leaves the hand or comes to it, as a set.
    if isinstance(move, Play):
        card = state.held(seat, move.card)
        events.append(CardPlayed(seat=seat, card=card, call=move.call))
        moved = 1 << card
    elif isinstance(move, Draw):
        if state.draw_pile:
            card = state.draw_pile[-1]
        else:
            order = chance.shuffle(state.played[:-1], "recycle")
            events.append(PileRecycled(draw_pile=tuple(order)))
            card = order[0]
        events.append(CardDrawn(seat=seat, card=card))
        moved = 1 << card
    else:
        events.append(TurnPassed(seat=seat))
    if state.is_last_turn(seat, move):
        hands = state.hands.copy()
        hands[seat] ^= moved
        events += _after_round(state, state.score(seat, move, hands), chance)
    return events


def _after_round(state: FamilyState, scored: ScoredRound, chance: Chance) -> list[Event]:
    ended = RoundEnded(
        round=scored.round,
        out=scored.out,
        hands=tuple(tuple(cards_of(hand)) for hand in scored.hands),
        points=scored.points,
        totals=state.totals_with(scored.points),
    )
    if state.round >= state.rounds:
        return [ended]
    seats = len(state.hands)
    return [ended, round_dealt(state.round + 1, left_of(state.dealer, seats), seats, chance)]


def round_dealt(number: int, dealer: Seat, seats: int, chance: Chance) -> RoundDealt:
    """Shuffle and return the deal of a round (3.4)."""
    deal = deal_cards(dealer, seats, chance)
    return RoundDealt(
        round=number,
        dealer=dealer,
        hands=deal.hands,
        top=deal.top,
        draw_pile=deal.draw_pile,
        buried=deal.buried,
    )
