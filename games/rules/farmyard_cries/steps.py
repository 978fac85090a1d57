"""What a move brings about, one recorded fact after the other (2.6, 2.7).

Most moves bring about one event, which follows from the state as it is. All other steps are
generators over a table: each event is applied to the table before the next is asked for, so that
automatic steps are decided where they happen.
"""

from collections.abc import Iterator

from games.engine.card_sets import cards_of
from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.seats import Seat, going_left, left_of
from games.rules.farmyard_cries.cards import GROUPS, Group, find_set, winning_four
from games.rules.farmyard_cries.dealing import deal_cards
from games.rules.farmyard_cries.events import (
    CardExchanged,
    CardSealed,
    CardsPassed,
    GroupCried,
    RaceStarted,
    RoundDealt,
    RoundEnded,
    SetLaidDown,
    SwapCalled,
)
from games.rules.farmyard_cries.moves import Cry, Exchange, FarmyardMove, Pass, Swap
from games.rules.farmyard_cries.state import UNSEALED, FarmyardState, Gift


def lone_event(state: FarmyardState, seat: Seat, move: FarmyardMove) -> Event | None:
    """Return the event of a legal move that is known to bring about no other, or None."""
    if isinstance(move, Exchange):
        event = _exchanged(state, seat, move)
        hand = state.hands[seat] ^ (1 << event.discarded | 1 << event.taken)
        ends = find_set(hand) or state.is_capped(state.turns + 1)
        return None if ends else event
    if isinstance(move, Pass) and state.sealed.count(UNSEALED) > 1:
        return CardSealed(seat=seat, card=move.card)
    return None


def steps_of(
    table: FarmyardState, seat: Seat, move: FarmyardMove, chance: Chance
) -> Iterator[Event]:
    """Yield what a legal move brings about."""
    match move:
        case Exchange():
            yield _exchanged(table, seat, move)
            yield from after_exchange(table, seat, chance)
        case Pass():
            yield CardSealed(seat=seat, card=move.card)
            yield from after_seal(table, chance)
        case Swap():
            yield SwapCalled(seat=seat)
        case Cry():
            yield from _steps_of_cry(table, seat, GROUPS[move.group], chance)
        case _:
            yield SetLaidDown(seat=seat)
            yield from _round_won(table, seat, chance)


def steps_of_deal(
    table: FarmyardState, number: int, dealer: Seat, chance: Chance
) -> Iterator[Event]:
    """Yield a deal and, if it gives somebody a set, what comes of that (2.4, 2.8.21)."""
    hands, stack_a, stack_b = deal_cards(dealer, len(table.hands), chance)
    yield RoundDealt(round=number, dealer=dealer, hands=hands, stack_a=stack_a, stack_b=stack_b)
    yield from _sets_found(table, dealer, None, chance)


def after_exchange(table: FarmyardState, seat: Seat, chance: Chance) -> Iterator[Event]:
    """Yield the end of the round if the exchange completed a set or was the last allowed."""
    if find_set(table.hands[seat]):
        yield from _round_won(table, seat, chance)
    elif table.is_capped(table.turns):
        yield from _round_voided(table, chance)


def after_seal(table: FarmyardState, chance: Chance) -> Iterator[Event]:
    """Yield, once every seat has sealed, the passing of all cards and what comes of it."""
    if UNSEALED in table.sealed:
        return
    caller = table.caller
    yield CardsPassed(cards=table.sealed)
    found = False
    for event in _sets_found(table, caller, caller, chance):
        found = True
        yield event
    if not found and table.is_capped(table.turns):
        yield from _round_voided(table, chance)


def _exchanged(table: FarmyardState, seat: Seat, move: Exchange) -> CardExchanged:
    pile = table.stack(move.stack)
    return CardExchanged(
        seat=seat,
        discarded=move.card,
        stack=move.stack,
        taken=pile[-1],
        turned_up=pile[-2] if len(pile) > 1 else move.card,
    )


def _steps_of_cry(
    table: FarmyardState, seat: Seat, group: Group, chance: Chance
) -> Iterator[Event]:
    given = tuple(
        Gift(Seat(giver), tuple(cards_of(hand & group.young)))
        for giver, hand in enumerate(table.hands)
        if giver != seat and hand & group.young
    )
    yield GroupCried(seat=seat, group=group.id, given=given)
    if given:
        yield from _round_won(table, seat, chance)


def _sets_found(
    table: FarmyardState, first: Seat, caller: Seat | None, chance: Chance
) -> Iterator[Event]:
    """Yield what comes of the sets that a deal or a swap has completed (2.8.19, 2.8.20)."""
    holders = [seat for seat in going_left(first, len(table.hands)) if find_set(table.hands[seat])]
    if len(holders) > 1 and table.tie == "race":
        yield RaceStarted(seats=tuple(sorted(holders)), caller=caller)
    elif holders:
        yield from _round_won(table, holders[0], chance)


def _round_won(table: FarmyardState, seat: Seat, chance: Chance) -> Iterator[Event]:
    """Yield the end of the round that a seat wins with its set, and the next deal (2.7)."""
    group = find_set(table.hands[seat])
    assert group is not None, "a round is won with a set"
    points = tuple(group.value if s == seat else 0 for s in range(len(table.hands)))
    yield RoundEnded(
        round=table.round,
        winner=seat,
        group=group.id,
        cards=tuple(winning_four(table.hands[seat], group)),
        points=points,
        scores=tuple(s + p for s, p in zip(table.scores, points, strict=True)),
    )
    yield from _next_deal(table, chance)


def _round_voided(table: FarmyardState, chance: Chance) -> Iterator[Event]:
    """Yield the end of a round that nobody wins, and the next deal (rules.md 5)."""
    yield RoundEnded(round=table.round, points=(0,) * len(table.hands), scores=table.scores)
    yield from _next_deal(table, chance)


def _next_deal(table: FarmyardState, chance: Chance) -> Iterator[Event]:
    if not table.is_over():
        dealer = left_of(table.dealer, len(table.hands))
        yield from steps_of_deal(table, table.round + 1, dealer, chance)
