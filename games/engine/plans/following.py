"""Following a plan: which orders still stand, and which move the first that fits asks for."""

from collections.abc import Sequence
from functools import partial

import msgspec

from games.engine.plans.grammar import FREE, Key, Order, Pick, Plan
from games.engine.plans.judging import fits, holds
from games.engine.plans.sight import Offer, Sight

ROUND = "RoundDealt"
"""The type of event that begins a round, in every ruleset."""
SHOWN_PLAYS = 20
"""So many plays of an order are remembered one by one; of those before there is only the count."""


class Play(msgspec.Struct, frozen=True):
    """A move that an order made."""

    version: int
    move: str


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an order so far."""

    played: int = 0
    plays: tuple[Play, ...] = ()
    """The last of them."""
    void: str | None = None
    """Why it is void: `round`, `until`, `after`, or what ended the whole plan."""

    def with_play(self, play: Play) -> "Fate":
        """Return the fate after one more play."""
        plays = (*self.plays, play)[-SHOWN_PLAYS:]
        return msgspec.structs.replace(self, played=self.played + 1, plays=plays)


class Chosen(msgspec.Struct, frozen=True):
    """The move to be made, and the number of the order that wants it."""

    order: int
    move: str


def is_done(order: Order, fate: Fate) -> bool:
    """Answer whether an order was played as often as it should be."""
    return order.times is not None and fate.played >= order.times


def stands(order: Order, fate: Fate) -> bool:
    """Answer whether an order may still be played, now or later."""
    return fate.void is None and not is_done(order, fate)


def aged(plan: Plan, fates: Sequence[Fate], sight: Sight) -> list[Fate]:
    """Return the fates, with those orders void that have lost what they rested on."""
    new_round = sight.times(ROUND) > 0
    found: list[Fate] = []
    for order, fate in zip(plan, fates, strict=True):
        void = None
        if stands(order, fate):
            before = None if order.after is None else found[order.after]
            if new_round and order.lasts == "round":
                void = "round"
            elif order.until is not None and holds(order.until, sight):
                void = "until"
            elif before is not None and before.void is not None and not before.played:
                void = "after"
        found.append(fate if void is None else msgspec.structs.replace(fate, void=void))
    return found


def choose(
    plan: Plan, fates: Sequence[Fate], sight: Sight, kind: str, offers: Sequence[Offer]
) -> Chosen | None:
    """Return what the first fitting order makes of the moves on offer, or None.

    `kind` is that of the decision to be answered, or `FREE` for moves that answer none. The move
    is always one of those on offer.
    """
    for number, (order, fate) in enumerate(zip(plan, fates, strict=True)):
        is_next = order.after is None or fates[order.after].played > 0
        if not (kind in order.on and is_next and stands(order, fate) and holds(order.when, sight)):
            continue
        move = _first(order, sight, offers)
        if move is not None:
            return Chosen(number, move)
    return None


def wants_free(plan: Plan, fates: Sequence[Fate]) -> bool:
    """Answer whether an order that still stands may make a free move."""
    return any(FREE in o.on and stands(o, f) for o, f in zip(plan, fates, strict=True))


def _first(order: Order, sight: Sight, offers: Sequence[Offer]) -> str | None:
    for choice in order.move:
        if isinstance(choice, str):
            fitting = [offer for offer in offers if offer.text == choice]
        elif holds(choice.when, sight):
            fitting = _picked(choice, offers)
        else:
            fitting = []
        if fitting:
            return fitting[0].text
    return None


def _picked(pick: Pick, offers: Sequence[Offer]) -> list[Offer]:
    # Stable, from the least important key to the first one.
    found = [offer for offer in offers if fits({**offer.traits, "move": offer.text}, pick.where)]
    for key in reversed(pick.by):
        found.sort(key=partial(_rank, key))
    return found


def _rank(key: Key, offer: Offer) -> tuple[bool, int]:
    """Return a place in the order; what has no number of that name comes last."""
    value = offer.traits.get(key.trait)
    if value is None or isinstance(value, str):
        return True, 0
    return False, -value if key.highest else int(value)
