"""Who has a part in a game, and so decides nothing about it."""

from uuid import UUID

from accounts.moderation.parts import Tables
from games.store import holders
from games.store.models import Holder


def involved_in(game: UUID) -> frozenset[UUID]:
    """Return every account that holds or has held a seat of a game, or made it."""
    return frozenset(Holder.objects.filter(game=game).values_list("account", flat=True))


TABLES = Tables(involved_in=involved_in, are_together=holders.are_together)
