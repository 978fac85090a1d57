"""What a deal or a draw brings about, told as facts (4.4, 4.5).

Only who holds what matters for the automatic steps, so they are worked out on a list of the hands;
`evolve` does the same to a state. The contract of rulesets holds the two together.
"""

from games.engine.card_sets import BITS
from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.seats import Seat, left_of
from games.rules.tortoise.cards import TORTOISE, TWINS, cards_of, pairs_in
from games.rules.tortoise.events import (
    CardDrawn,
    CardHandedOn,
    HandOffered,
    PairsThrown,
    RoundEnded,
)
from games.rules.tortoise.going import AROUND, NOBODY, first_with_cards, single
from games.rules.tortoise.state import TortoiseState


def after_deal(hands: list[int], dealer: Seat, chance: Chance) -> list[Event]:
    """Return what follows a deal: everybody throws out, then hand-ons and the first offer (4.4).

    Leaves `hands` as they are then.
    """
    events: list[Event] = []
    first = left_of(dealer, len(hands))
    for seat in AROUND[len(hands)][first]:
        if pairs := pairs_in(hands[seat]):
            hands[seat] ^= pairs
            events.append(PairsThrown(seat=seat, cards=tuple(cards_of(pairs))))
    _settle(hands, first, events)
    events.append(_end_or_offer(hands, first, chance, is_capped=False))
    return events


def after_draw(state: TortoiseState, position: int, chance: Chance) -> list[Event]:
    """Return a draw, its pair, the hand-ons after it and the drawer's offer (4.5)."""
    offerer, drawer, card = state.offerer, state.drawer, state.offer[position]
    events: list[Event] = [CardDrawn(seat=drawer, offerer=offerer, position=position, card=card)]
    hands = state.hands.copy()
    hands[offerer] ^= BITS[card]
    _receive(hands, drawer, card, events)
    # While a hand is on offer nobody has a single card, so only these two can have one now.
    if hands[offerer].bit_count() == 1 or hands[drawer].bit_count() == 1:
        # The offerer was reduced first, so its last card goes first (4.7.4).
        _settle(hands, offerer, events)
    is_capped = state.is_capped(state.turns + 1)
    events.append(_end_or_offer(hands, drawer, chance, is_capped=is_capped))
    return events


def _settle(hands: list[int], start: Seat, events: list[Event]) -> None:
    """Hand on single cards, looking again from `start` after each, until there is none (4.5)."""
    while (giver := single(hands, start)) != NOBODY:
        receiver = first_with_cards(hands, giver + 1)
        if receiver == giver:
            return  # Nobody else has cards: the end (4.7.9).
        card = hands[giver].bit_length() - 1
        hands[giver] = 0
        events.append(CardHandedOn(seat=giver, receiver=receiver, card=card))
        _receive(hands, receiver, card, events)


def _receive(hands: list[int], seat: Seat, card: Card, events: list[Event]) -> None:
    """Put a card into a hand, or throw it out with the one that it pairs with (4.5)."""
    hand = hands[seat]
    twin = hand & TWINS[card]
    if twin:
        hands[seat] = hand ^ twin
        mate = twin.bit_length() - 1
        pair = (card, mate) if card < mate else (mate, card)
        events.append(PairsThrown(seat=seat, cards=pair))
    else:
        hands[seat] = hand | BITS[card]


def _end_or_offer(hands: list[int], seat: Seat, chance: Chance, *, is_capped: bool) -> Event:
    """Return the end, if it is reached, or the offer of the first seat with cards from `seat`."""
    is_over = hands.count(0) == len(hands) - 1
    if is_over or is_capped:
        loser = next(seat for seat, hand in enumerate(hands) if hand >> TORTOISE & 1)
        return RoundEnded(loser=Seat(loser), capped=not is_over)
    offerer = seat if hands[seat] else first_with_cards(hands, seat + 1)
    order = chance.shuffle(cards_of(hands[offerer]), "offer")
    return HandOffered(seat=offerer, cards=tuple(order))
