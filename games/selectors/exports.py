"""What games keep about an account, for the account itself: its seats, words and orders.

No card but those that its own standing orders, or moves that were refused to it, name.
"""

from collections.abc import Sequence
from uuid import UUID

from games.models import ChatMessage, StandingPlan
from games.store.models import Holder


def seats_of(account: UUID) -> Sequence[Holder]:
    """Return every seat that the account holds or held, with its game, the oldest first."""
    rows = Holder.objects.filter(account=account).select_related("game")
    # Without the game's state, which is long.
    of_game = ("ruleset", "status", "rated", "private", "created_at", "finished_at")
    shown = ("seat", "since_version", "until_version", *(f"game__{name}" for name in of_game))
    return list(rows.only(*shown).order_by("game__created_at", "game_id", "since_version"))


def messages_of(account: UUID) -> Sequence[ChatMessage]:
    """Return every message that the account wrote in a chat, the oldest first."""
    return list(ChatMessage.objects.filter(author=account).order_by("at", "id"))


def plans_of(account: UUID) -> Sequence[StandingPlan]:
    """Return the standing orders that the account has given and that are kept."""
    holders = Holder.objects.filter(account=account).values("id")
    return list(StandingPlan.objects.filter(holder__in=holders).order_by("given_at", "id"))
