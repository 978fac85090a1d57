"""What a move brings about, told as facts (1.6, 1.7).

A play, and a take while the deck has cards, follow from the state as it is. The end of a round is
worked out on a copy, so that what comes next is decided where it happens.
"""

from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.mow.dealing import deal_cards
from games.rules.mow.events import CardDrawn, CowPlayed, HerdTaken, RoundDealt, RoundEnded
from games.rules.mow.moves import Play
from games.rules.mow.state import MowState


def after_play(state: MowState, seat: Seat, play: Play) -> list[Event]:
    """Return the play and, if the deck has a card, the draw."""
    card = state.held(seat, play.card)
    events: list[Event] = [CowPlayed(seat=seat, card=card, slot=play.slot, arrow=play.arrow)]
    if state.deck:
        events.append(CardDrawn(seat=seat, card=state.deck[-1]))
    return events


def after_take(state: MowState, seat: Seat, chance: Chance) -> list[Event]:
    """Return the take and, if the deck is empty, the end of the round and the next deal."""
    taken = HerdTaken(seat=seat, cards=tuple(card for card, _ in state.herd_line()))
    if state.deck:
        return [taken]
    table = state.copy()
    table.take_herd(seat)
    scored = table.score()
    table.end_round(scored, table.totals_with(scored.points))
    ended = RoundEnded(
        round=scored.round,
        hands=scored.hands,
        points=scored.points,
        totals=tuple(table.totals),
    )
    if table.is_over():
        return [taken, ended]
    dealt = round_dealt(table.round + 1, table.next_starter(), len(table.hands), chance)
    return [taken, ended, dealt]


def round_dealt(number: int, starter: Seat, seats: int, chance: Chance) -> RoundDealt:
    """Shuffle and return the deal of a round (1.4)."""
    hands, deck = deal_cards(starter, seats, chance)
    return RoundDealt(round=number, starter=starter, hands=hands, deck=deck)
