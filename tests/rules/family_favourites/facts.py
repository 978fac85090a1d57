"""What everybody at the table learns from one move of Family Favourites, written from rules.md 3.

Computed from the move and the true positions before and after it, never from `seen_by`, so that
it can judge `seen_by`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

Position = dict[str, Any]

# A cap below 14 ends a hand before anything is recycled: what is drawn from a recycled pile in the
# last turn before a new deal could not be told from the two positions.
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"hands": 1},
    {"hands": 2, "turn_cap": 9},
    {"turn_cap": 0},
)


def public_facts(before: Position, seat: int, move: str, after: Position) -> dict[str, Any]:
    """Return all public facts of a move (3.9), comparable and without hidden cards."""
    facts: dict[str, Any] = {"seat": seat, "move": move, "table": public_table(after)}
    if move == "draw" and not before["draw_pile"]:
        facts["recycled"] = sorted(before["played"][1:])
    if hand_ends(before, after):
        facts["left_over"] = left_over(before, seat, move)
        facts["points"] = [points(hand) for hand in facts["left_over"]]
        facts["over"] = after["turn"] is None
    return facts


def deal_facts(packs: Sequence[Sequence[str]], after: Position) -> object:
    """Return the jokers that were buried and the card that was turned up (3.4, 3.7.4)."""
    return [list(turned_up(pack, len(after["hands"]))) for pack in packs]


def turned_up(pack: Sequence[str], seats: int) -> Iterator[str]:
    """Yield the cards turned up after a deal; the last of them stays."""
    for code in pack[seats * (6 if seats < 4 else 5) :]:
        yield code
        if code != "J":
            return


def public_table(position: Position) -> dict[str, Any]:
    """Return what lies open, and the sizes of what does not."""
    open_keys = ("played", "call", "dealer", "turn", "passes", "hand", "totals", "turns")
    return {key: position[key] for key in open_keys} | {
        "hand_sizes": [len(hand) for hand in position["hands"]],
        "draw_pile_size": len(position["draw_pile"]),
    }


def hand_ends(before: Position, after: Position) -> bool:
    """A hand has ended when it is nobody's turn, or when the next one was dealt."""
    return after["turn"] is None or after["hand"] != before["hand"]


def left_over(before: Position, seat: int, move: str) -> list[list[str]]:
    """Return the cards that were left in the hands, each hand sorted by code."""
    hands = [list(hand) for hand in before["hands"]]
    if move == "draw":
        hands[seat].append(before["draw_pile"][0])
    elif move != "pass":
        hands[seat].remove(move.partition(">")[0])
    return [sorted(hand) for hand in hands]


def points(codes: Sequence[str]) -> int:
    """Return what cards count: their numbers, jokers 15 (3.6)."""
    return sum(15 if code == "J" else int(code[1:]) for code in codes)
