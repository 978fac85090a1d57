"""Bots whose moves are refused until they lose a decision."""

from collections.abc import Sequence

from tests.cast import Player

SENT = ("99.9", "no move", "<script>alert(1)</script>", "\u202e7.2\r\nBcc: x", "x" * 5000)


def lose(bot: Player, moves: Sequence[str] = SENT) -> tuple[str, str]:
    """Have a bot lose a decision; return the decision's id and its game."""
    seats = [{"kind": "me"}, {"kind": "house", "strategy": "random"}]
    game = bot.post("/games", {"ruleset": "mow", "seats": seats}).json()
    decision = game["decision"]["id"]
    for move in moves:
        refused = bot.post(f"/games/{game['id']}/moves", {"decision": decision, "move": move})
        assert refused.status_code == 422, refused.content
    return decision, game["id"]
