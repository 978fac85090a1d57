"""What everybody learns from one move of Magpies."""

from typing import Any

Position = dict[str, Any]


def public_facts(before: Position, seat: int, move: str, after: Position) -> object:
    verb = "bury" if move.startswith("bury:") else "seal"
    seats = len(before["hands"])
    chosen = {**before["chosen"], str(seat): move} if verb == "seal" else {}
    return {
        "seat": seat,
        "verb": verb,
        "turned up": [chosen[str(each)] for each in range(seats)] if len(chosen) == seats else None,
        "sealed": sorted(after["chosen"]),
        "sizes": [len(pile) for pile in [*after["hands"], after["deck"]]],
        "open": [after[key] for key in ("nest", "points", "buried", "round")],
    }
