"""What everybody at the table learns from one move of Mow, written from rules.md 1 alone.

Computed from the move and the true positions before and after it, never from `seen_by`, so that
it can judge `seen_by`.
"""

from typing import Any

Position = dict[str, Any]

OPTIONS: tuple[dict[str, Any], ...] = ({}, {"limit": 1}, {"limit": 40}, {"limit": 300})


def public_facts(before: Position, seat: int, move: str, after: Position) -> dict[str, Any]:
    """Return all public facts of a move (1.11), comparable and without hidden cards."""
    facts: dict[str, Any] = {
        "seat": seat,
        "move": move,
        "drawn": len(after["deck"]) < len(before["deck"]) and not round_ends(before, move),
        "table": public_table(after),
    }
    if move == "take":
        facts["taken"] = [code for place in before["herd"] for code in codes_at(place)]
    if round_ends(before, move):
        facts["left_over"] = [sorted(hand) for hand in before["hands"]]
        facts["points"] = points(before, seat)
        facts["over"] = after["turn"] is None
    return facts


def public_table(position: Position) -> dict[str, Any]:
    """Return what lies open, and the sizes of what does not."""
    open_keys = ("herd", "totals", "arrow", "phase", "turn", "starter", "round")
    return {key: position[key] for key in open_keys} | {
        "hand_sizes": [len(hand) for hand in position["hands"]],
        "stable_sizes": [len(stable) for stable in position["stables"]],
        "deck_size": len(position["deck"]),
    }


def round_ends(before: Position, move: str) -> bool:
    """A take with an empty deck ends the round (1.6)."""
    return move == "take" and not before["deck"]


def points(before: Position, taker: int) -> list[int]:
    """Return the flies of each seat in the round that `taker` ends (1.7)."""
    herd = [code for place in before["herd"] for code in codes_at(place)]
    return [
        stable_points(stable + hand + (herd if seat == taker else []))
        for seat, (stable, hand) in enumerate(zip(before["stables"], before["hands"], strict=True))
    ]


def stable_points(codes: list[str]) -> int:
    """Return what a stable counts: nothing if all six specials are in it (1.9.31)."""
    specials = sum("." not in code for code in codes)
    plain = sum(int(code.partition(".")[2]) for code in codes if "." in code)
    return 0 if specials == 6 else plain + 5 * specials


def codes_at(place: str) -> list[str]:
    """Return the cards at one place of a herd: `7.1^A7` are two, `S@6` is `S`."""
    return place.partition("@")[0].split("^")
