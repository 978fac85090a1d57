"""What a move brings about, one recorded fact after the other (1.6, 1.7).

The steps are generators over a table: each event is applied to the table before the next is asked
for, so that automatic steps are decided where they happen.
"""

from collections.abc import Iterator

from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.seats import Seat
from games.rules.mow.dealing import deal_cards
from games.rules.mow.events import CardDrawn, CowPlayed, HerdTaken, RoundDealt, RoundEnded
from games.rules.mow.moves import Play
from games.rules.mow.state import MowState


def steps_of_play(table: MowState, seat: Seat, play: Play) -> Iterator[Event]:
    """Yield the play and, if the deck has a card, the draw."""
    card = table.held(seat, play.card)
    yield CowPlayed(seat=seat, card=card, slot=play.slot, arrow=play.arrow)
    if table.deck:
        yield CardDrawn(seat=seat, card=table.deck[-1])


def steps_of_take(table: MowState, seat: Seat, chance: Chance) -> Iterator[Event]:
    """Yield the take and, if the deck is empty, the end of the round and the next deal."""
    yield HerdTaken(seat=seat, cards=tuple(card for card, _ in table.herd_line()))
    if table.deck:
        return
    scored = table.score()
    yield RoundEnded(
        round=scored.round,
        hands=scored.hands,
        points=scored.points,
        totals=tuple(table.totals_with(scored.points)),
    )
    if not table.is_over():
        yield round_dealt(table.round + 1, table.next_starter(), len(table.hands), chance)


def round_dealt(number: int, starter: Seat, seats: int, chance: Chance) -> RoundDealt:
    """Shuffle and return the deal of a round (1.4)."""
    hands, deck = deal_cards(starter, seats, chance)
    return RoundDealt(round=number, starter=starter, hands=hands, deck=deck)
