"""What a letter says of a game: what everybody at its table may know, and no card."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings

from games.engine.errors import UnknownRulesetError
from games.engine.registry import find_ruleset
from games.selectors.game_view import seat_name
from games.services.letters.wording import time_control_lines
from games.store.load import Loaded


def title_of(ruleset: str) -> str:
    """Return the name of what is played."""
    try:
        return find_ruleset(ruleset).title
    except UnknownRulesetError:
        return ruleset


def described(game: Loaded, reader: UUID) -> Mapping[str, Any]:
    """Return what every letter to `reader` about a game can say."""
    state = game.state
    own = game.seat_of(reader)
    names = [seat_name(state, seat, game.owners) for seat in state.seat_numbers if seat != own]
    others = [name for name in names if name is not None]
    return {
        "title": title_of(state.ruleset),
        "others": _listed(others),
        "seats": state.seat_count,
        "rated": state.rated,
        "address": f"{settings.HERDBOOK_PUBLIC_URL}/api/v1/games/{game.id}",
        "time_control": time_control_lines(state.time_control),
    }


def named(game: Loaded, reader: UUID) -> str:
    """Return a game as a person speaks of it: `Mow with ben and house-random`."""
    facts = described(game, reader)
    return f"{facts['title']} with {facts['others']}" if facts["others"] else str(facts["title"])


def _listed(names: list[str]) -> str:
    if len(names) < 2:  # noqa: PLR2004 - one name, or none
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
