"""What everybody at the table learns from one move of Farmyard Cries, from rules.md 2 alone.

Computed from the move and the true positions before and after it, never from `seen_by`, so that
it can judge `seen_by`.
"""

from collections.abc import Sequence
from typing import Any

Position = dict[str, Any]

OPTIONS: tuple[dict[str, Any], ...] = (
    {"target": 10},
    {"target": 25, "tie": "seat-order"},
    {"target": 1, "turn_cap": 300},
    {"turn_cap": 40},
)

LONGEST = 60_000
"""Random seats seldom complete a set: a game of several rounds takes some thousand moves, and
with a cap on the turns of a round most rounds are void."""

PARTS = "MYWB"


def public_facts(before: Position, seat: int, move: str, after: Position) -> dict[str, Any]:
    """Return all public facts of a move (2.10), comparable and without hidden cards."""
    facts = {"seat": seat, "table": public_table(after), "over": after["turn"] is None}
    if move.startswith("pass:"):
        return facts | passing_facts(before, seat, move, after)
    if move.startswith("cry:"):
        return facts | cry_facts(before, seat, move)
    if move == "lay-down":
        return facts | {"verb": move, "won": win(before["hands"], seat)}
    if move == "swap":
        return facts | {"verb": move}
    return facts | exchange_facts(before, seat, move)


def private_facts(
    before: Position, seat: int, move: str, after: Position, viewer: int
) -> dict[str, str] | None:
    """Return the card that the viewer was passed when a swap ended; a new deal may hide it."""
    if not move.startswith("pass:"):
        return None
    chosen = all_chosen(before, seat, move)
    seats = len(before["hands"])
    if len(chosen) < seats:
        return None
    return {"given": chosen[viewer], "received": chosen[(viewer - 1) % seats]}


def deal_facts(packs: Sequence[Sequence[str]], after: Position) -> list[dict[str, Any]]:
    """Return what everybody sees of deals that follow one another, each from its pack."""
    seats = len(after["hands"])
    behind = range(len(packs) - 1, -1, -1)
    return [
        one_deal(order, seats, (after["dealer"] - left) % seats, left == 0 and races(after))
        for order, left in zip(packs, behind, strict=True)
    ]


def private_deal_facts(
    packs: Sequence[Sequence[str]], after: Position, viewer: int
) -> list[list[str]]:
    """Return the hand that the viewer got in each deal: one that ended its round is gone since."""
    seats = len(after["hands"])
    behind = range(len(packs) - 1, -1, -1)
    return [
        sorted(dealt_hands(order, seats, (after["dealer"] - left) % seats)[viewer])
        for order, left in zip(packs, behind, strict=True)
    ]


def dealt_hands(order: Sequence[str], seats: int, dealer: int) -> list[list[str]]:
    """Deal five cards to each seat, one at a time, from left of the dealer (2.4)."""
    first = (dealer + 1) % seats
    return [[*order[(seat - first) % seats : 5 * seats : seats]] for seat in range(seats)]


def one_deal(order: Sequence[str], seats: int, dealer: int, race: bool) -> dict[str, Any]:
    """Return what lies open of a deal, and what comes of the sets in it (2.4)."""
    dealt, hands = 5 * seats, dealt_hands(order, seats, dealer)
    facts = {"dealer": dealer, "face_up": [order[dealt], order[dealt + 10]]}
    return facts | sets_found(hands, dealer, race)


def races(position: Position) -> bool:
    return bool(position["phase"] == "race")


def passing_facts(before: Position, seat: int, move: str, after: Position) -> dict[str, Any]:
    """A sealed card is hidden; that it was the last one, and what came of the swap, is not."""
    chosen = all_chosen(before, seat, move)
    facts: dict[str, Any] = {"verb": "pass", "sealed": sorted(chosen)}
    seats = len(before["hands"])
    if len(chosen) == seats:
        hands = [set(hand) for hand in before["hands"]]
        for giver, code in chosen.items():
            hands[giver] -= {code}
        for giver, code in chosen.items():
            hands[(giver + 1) % seats] |= {code}
        race = races(after) and after["round"] == before["round"]
        facts |= sets_found([sorted(hand) for hand in hands], before["turn"], race)
    return facts


def all_chosen(before: Position, seat: int, move: str) -> dict[int, str]:
    """Return the cards that the seats have sealed, the one of this move among them."""
    return {**{int(key): code for key, code in before["chosen"].items()}, seat: move[5:]}


def cry_facts(before: Position, seat: int, move: str) -> dict[str, Any]:
    """A cry is public, with whoever gives what (2.6)."""
    young = f"{move[4:]}.Y"
    given = {
        giver: sorted(code for code in hand if code.startswith(young))
        for giver, hand in enumerate(before["hands"])
        if giver != seat and any(code.startswith(young) for code in hand)
    }
    facts: dict[str, Any] = {"verb": move, "given": given}
    if given:
        hand = before["hands"][seat] + [code for codes in given.values() for code in codes]
        facts["won"] = [seat, *four_of(hand)]
    return facts


def exchange_facts(before: Position, seat: int, move: str) -> dict[str, Any]:
    """What was taken lay face up, and what is turned up does; the discard is hidden (2.6)."""
    discard, _, stack = move.partition(">")
    taken, *below = before["stacks"][stack]
    hand = [code for code in before["hands"][seat] if code != discard] + [taken]
    facts: dict[str, Any] = {
        "verb": f">{stack}",
        "taken": taken,
        "turned_up": below[0] if below else discard,
        "refilled": not below,
    }
    if four_of(hand):
        facts["won"] = [seat, *four_of(hand)]
    return facts


def sets_found(hands: list[list[str]], first: int, race: bool) -> dict[str, Any]:
    """Return who wins or races with the sets of these hands, looked at from a seat on (2.8.20)."""
    order = [(first + step) % len(hands) for step in range(len(hands))]
    holders = [seat for seat in order if four_of(hands[seat])]
    if race:
        return {"racing": sorted(holders)}
    return {"won": win(hands, holders[0]) if holders else None}


def win(hands: list[list[str]], seat: int) -> list[Any]:
    """Return the seat and its winning four."""
    return [seat, *four_of(hands[seat])]


def four_of(hand: Sequence[str]) -> list[str]:
    """Return the set in a hand, the lowest cards where there is a choice, or nothing (2.1)."""
    for group in sorted({code[:3] for code in hand}):
        parts = [[code for code in hand if code.startswith(f"{group}.{part}")] for part in PARTS]
        if all(parts):
            return [min(codes) for codes in parts]
    return []


def public_table(position: Position) -> dict[str, Any]:
    """Return what lies open, and the sizes of what does not (2.10)."""
    open_keys = ("dealer", "turn", "phase", "caller", "prev_swap", "cries", "scores", "round")
    stacks = position["stacks"]
    racing = [s for s, hand in enumerate(position["hands"]) if races(position) and four_of(hand)]
    return {key: position[key] for key in open_keys} | {
        "hand_sizes": [len(hand) for hand in position["hands"]],
        "face_up": {name: pile[0] for name, pile in stacks.items()},
        "stack_sizes": {name: len(pile) for name, pile in stacks.items()},
        "farmyard_size": len(position["farmyard"]),
        "chosen": sorted(position["chosen"]),
        "racing": racing,
    }
