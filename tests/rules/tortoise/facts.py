"""What a deal or a draw of the Tortoise Game tells whom, written from rules.md 4 alone.

Computed by playing the move on the true positions, codes only, never from `seen_by`, so that it can
judge `seen_by`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Position = dict[str, Any]
Hands = list[list[str]]

OPTIONS: tuple[dict[str, Any], ...] = ({}, {"turn_cap": 3}, {"turn_cap": 12}, {"turn_cap": 0})


def public_facts(before: Position, seat: int, move: str, after: Position) -> dict[str, Any]:
    """Return all public facts of a draw (4.9), comparable and without hidden cards."""
    return {
        "seat": seat,
        "move": move,
        "steps": [_public(step) for step in steps_of_draw(before, seat, move)],
        "table": public_table(after),
    }


def private_facts(before: Position, seat: int, move: str, after: Position, viewer: int) -> object:
    """Return the cards that came to the viewer or left it, pairs apart (4.9)."""
    return _cards_passed(steps_of_draw(before, seat, move), viewer)


def deal_facts(packs: Sequence[Sequence[str]], after: Position) -> object:
    """Return all public facts of a deal: sizes, pairs thrown out, hand-ons (4.4, 4.9)."""
    hands, steps = steps_of_deal(packs[0], after)
    sizes = [len(hand) for hand in hands]
    return sizes, [_public(step) for step in steps], public_table(after)


def private_deal_facts(packs: Sequence[Sequence[str]], after: Position, viewer: int) -> object:
    """Return the hand dealt to the viewer, and the cards handed to it or by it."""
    hands, steps = steps_of_deal(packs[0], after)
    return sorted(hands[viewer]), _cards_passed(steps, viewer)


def cards_of(position: Position, table: Mapping[str, Any]) -> Iterable[str]:
    """Return every card: those in the hands and those in the pairs thrown out."""
    piles = [*position["hands"], *table["thrown"]]
    return [code for pile in piles for code in pile]


def public_table(position: Position) -> dict[str, Any]:
    """Return what lies open, the sizes of what does not, and at the end who loses (4.9)."""
    over = position["offerer"] is None
    holder = next(seat for seat, hand in enumerate(position["hands"]) if "K1" in hand)
    return {key: position[key] for key in ("dealer", "offerer", "out", "turns")} | {
        "hand_sizes": [len(hand) for hand in position["hands"]],
        "loser": holder if over else None,
    }


# --- the rules, once more ---

Step = tuple[Any, ...]
"""`("pairs", seat, codes)`, `("drawn", drawer, offerer, card)` or `("handed on", giver, receiver, card)`."""


def steps_of_draw(before: Position, drawer: int, move: str) -> list[Step]:
    """Return what happens when the drawer takes a card (4.5)."""
    hands = [list(hand) for hand in before["hands"]]
    offerer = before["offerer"]
    card = hands[offerer].pop(int(move.partition(":")[2]))
    hands[drawer].append(card)
    steps: list[Step] = [("drawn", drawer, offerer, card)]
    throw_out(hands, drawer, steps)
    settle(hands, offerer, steps)
    return steps


def steps_of_deal(pack: Sequence[str], after: Position) -> tuple[Hands, list[Step]]:
    """Return the hands dealt and what happens by itself afterwards (4.2, 4.4)."""
    seats, dealer = len(after["hands"]), after["dealer"]
    dealt: Hands = [[] for _ in range(seats)]
    for nth, card in enumerate(pack):
        dealt[(dealer + 1 + nth) % seats].append(card)
    hands = [list(hand) for hand in dealt]
    steps: list[Step] = []
    for nth in range(seats):
        throw_out(hands, (dealer + 1 + nth) % seats, steps)
    settle(hands, (dealer + 1) % seats, steps)
    return dealt, steps


def throw_out(hands: Hands, seat: int, steps: list[Step]) -> None:
    """Throw out all pairs of a seat (4.4)."""
    counts = Counter(hands[seat])
    pairs = sorted(code for code, copies in counts.items() for _ in range(copies // 2))
    hands[seat] = sorted(code for code, copies in counts.items() if copies % 2)
    if pairs:
        steps.append(("pairs", seat, pairs))


def settle(hands: Hands, start: int, steps: list[Step]) -> None:
    """Hand on single cards until there is none or the game is over (4.5)."""
    seats = len(hands)
    while sum(map(len, hands)) > 1:
        around = [(start + nth) % seats for nth in range(seats)]
        giver = next((seat for seat in around if len(hands[seat]) == 1), None)
        if giver is None:
            return
        others = [(giver + nth) % seats for nth in range(1, seats)]
        receiver = next(seat for seat in others if hands[seat])
        card = hands[giver].pop()
        hands[receiver].append(card)
        steps.append(("handed on", giver, receiver, card))
        throw_out(hands, receiver, steps)


def _public(step: Step) -> Step:
    return step if step[0] == "pairs" else step[:-1]


def _cards_passed(steps: list[Step], viewer: int) -> list[Step]:
    return [step for step in steps if step[0] != "pairs" and viewer in step[1:-1]]
