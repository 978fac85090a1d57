"""What a deal or a draw brings about: it is done on a table and told as facts (4.4, 4.5).

Automatic steps are decided where they happen, so each fact is done before the next is looked for.
That `evolve` does the same with the facts is held together by the contract of rulesets.
"""

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


def open_deal(table: TortoiseState, chance: Chance) -> list[Event]:
    """Do what follows a deal: everybody throws out, then hand-ons and the first offer (4.4)."""
    events: list[Event] = []
    first = left_of(table.dealer, len(table.hands))
    for seat in going_left(first, len(table.hands)):
        if pairs := pairs_in(table.hands[seat]):
            table.throw_out(seat, pairs)
            events.append(PairsThrown(seat=seat, cards=pairs))
    _settle(table, first, events)
    events.append(_end_or_offer(table, first, chance))
    return events


def draw(table: TortoiseState, position: int, chance: Chance) -> list[Event]:
    """Do a draw, its pair, the hand-ons after it and the drawer's offer (4.5)."""
    offerer, drawer, card = table.offerer, table.drawer, table.offer[position]
    events: list[Event] = [CardDrawn(seat=drawer, offerer=offerer, position=position, card=card)]
    table.draw(drawer, card)
    _pair_up(table, drawer, card, events)
    # The offerer was reduced first, so its last card goes first (4.7.4).
    _settle(table, offerer, events)
    events.append(_end_or_offer(table, drawer, chance))
    return events


def _settle(table: TortoiseState, start: Seat, events: list[Event]) -> None:
    """Hand on single cards, looking again from `start` after each, until there is none (4.5)."""
    while (giver := table.single(start)) != NOBODY and not table.one_has_all():
        receiver = table.first_with_cards(giver + 1)
        card = table.hands[giver].bit_length() - 1
        table.hand_on(giver, receiver, card)
        events.append(CardHandedOn(seat=giver, receiver=receiver, card=card))
        _pair_up(table, receiver, card, events)


def _pair_up(table: TortoiseState, seat: Seat, card: int, events: list[Event]) -> None:
    """Throw out the pair that a card just come makes, if any (4.5)."""
    twin = table.hands[seat] & TWINS[card]
    if twin:
        pair = tuple(sorted((card, twin.bit_length() - 1)))
        table.throw_out(seat, pair)
        events.append(PairsThrown(seat=seat, cards=pair))


def _end_or_offer(table: TortoiseState, seat: Seat, chance: Chance) -> Event:
    """End the game, if it is over, or offer the hand of the first seat with cards from `seat`."""
    if table.one_has_all() or table.is_capped():
        capped = not table.one_has_all()
        loser = table.holder_of(TORTOISE)
        table.end(loser)
        return RoundEnded(loser=loser, capped=capped)
    offerer = table.first_with_cards(seat)
    order = tuple(chance.shuffle(cards_of(table.hands[offerer]), "offer"))
    table.offer_hand(offerer, order)
    return HandOffered(seat=offerer, cards=order)
