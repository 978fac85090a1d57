"""What a deal or a draw brings about, one recorded fact after the other (4.4, 4.5).

The steps are generators over a table: each event is applied to the table before the next is asked
for, so that automatic steps are decided where they happen.
"""

from collections.abc import Iterator

from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.seats import Seat, going_left, left_of
from games.rules.tortoise.cards import TORTOISE, TWINS, cards_of, pairs_in
from games.rules.tortoise.events import (
    CardDrawn,
    CardHandedOn,
    HandOffered,
    PairsThrown,
    RoundEnded,
)
from games.rules.tortoise.state import NOBODY, TortoiseState


def steps_of_opening(table: TortoiseState, chance: Chance) -> Iterator[Event]:
    """Yield what follows a deal: everybody throws out, then hand-ons and the first offer (4.4)."""
    first = left_of(table.dealer, len(table.hands))
    for seat in going_left(first, len(table.hands)):
        if pairs := pairs_in(table.hands[seat]):
            yield PairsThrown(seat=seat, cards=pairs)
    yield from _settle(table, first)
    yield _end_or_offer(table, first, chance)


def steps_of_draw(table: TortoiseState, position: int, chance: Chance) -> Iterator[Event]:
    """Yield the draw, its pair, the hand-ons after it and the drawer's offer (4.5)."""
    offerer, drawer, card = table.offerer, table.drawer, table.offer[position]
    mate = table.hands[drawer] & TWINS[card]
    yield CardDrawn(seat=drawer, offerer=offerer, position=position, card=card)
    if mate:
        yield _pair(drawer, mate | 1 << card)
    # The offerer was reduced first, so its last card goes first (4.7.4).
    yield from _settle(table, offerer)
    yield _end_or_offer(table, drawer, chance)


def _settle(table: TortoiseState, start: Seat) -> Iterator[Event]:
    """Yield hand-ons, looking again from `start` after each, until no seat has one card (4.5)."""
    while not table.one_has_all() and (giver := table.single(start)) != NOBODY:
        hand = table.hands[giver]
        receiver = table.first_with_cards(giver + 1)
        card = hand.bit_length() - 1
        mate = table.hands[receiver] & TWINS[card]
        yield CardHandedOn(seat=giver, receiver=receiver, card=card)
        if mate:
            yield _pair(receiver, mate | hand)


def _pair(seat: Seat, pair: int) -> PairsThrown:
    return PairsThrown(seat=seat, cards=tuple(cards_of(pair)))


def _end_or_offer(table: TortoiseState, seat: Seat, chance: Chance) -> Event:
    """Return the end, if it is reached, or the offer of the first seat with cards from `seat`."""
    if table.one_has_all():
        return RoundEnded(loser=table.first_with_cards(seat))
    if table.is_capped():
        return RoundEnded(loser=table.holder_of(TORTOISE), capped=True)
    offerer = table.first_with_cards(seat)
    order = chance.shuffle(cards_of(table.hands[offerer]), "offer")
    return HandOffered(seat=offerer, cards=tuple(order))
