"""What an account can choose to be told of by mail."""

from collections.abc import Mapping

CHOICES: Mapping[str, bool] = {"your_turn": False, "invitations": False, "game_over": False}
"""Each choice, with what holds for whoever has not chosen: no mail."""


def chosen(stored: Mapping[str, bool]) -> dict[str, bool]:
    """Return every choice, with the defaults filled in."""
    return {name: stored.get(name, default) for name, default in CHOICES.items()}
