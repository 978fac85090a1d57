"""Claiming a case about a game: nobody does who had a part in it, nor whose bot had."""

from datetime import datetime
from uuid import UUID

from accounts.moderation import cases
from accounts.moderation.actors import Actor
from accounts.moderation.case_models import Case
from games.store.models import Holder


def claim(*, actor: Actor, case: UUID, now: datetime, reason: str = "", note: str = "") -> Case:
    """Claim a case; raises as `accounts.moderation.cases.claim` does."""
    game = Case.objects.filter(id=case).values_list("game", flat=True).first()
    involved = frozenset() if game is None else involved_in(game)
    return cases.claim(actor=actor, case=case, involved=involved, reason=reason, note=note, now=now)


def involved_in(game: UUID) -> frozenset[UUID]:
    """Return every account that holds or has held a seat of a game, or made it."""
    return frozenset(Holder.objects.filter(game=game).values_list("account", flat=True))
