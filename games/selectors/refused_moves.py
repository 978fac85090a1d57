"""Moves that were refused to bots, for their owners and for themselves."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Q

from games.engine.seats import Seat
from games.models import RefusedMove
from games.selectors import decision_ids


@dataclass(frozen=True, kw_only=True)
class Lost:
    """A decision that a bot has lost by moves that were refused."""

    game: UUID
    seat: Seat
    opened: int
    bot: str
    owner: UUID
    at: datetime

    @property
    def decision(self) -> str:
        """The id of the decision."""
        return decision_ids.write(self.game, self.seat, self.opened)


def lost_in(seats: Collection[tuple[UUID, Seat]], *, by: int) -> list[Lost]:
    """Return the decisions of these seats of games that were lost by so many refused moves."""
    wanted = Q()
    for game, seat in seats:
        wanted |= Q(game=game, seat=seat)
    names = ("game", "seat", "opened", "account__name", "account__owner")
    rows = RefusedMove.objects.filter(wanted, account__owner__isnull=False).values_list(*names)
    found = rows.annotate(last=Max("number"), at=Max("at")).filter(last=by).order_by("at")
    return [
        Lost(game=game, seat=Seat(seat), opened=opened, bot=bot, owner=owner, at=at)
        for game, seat, opened, bot, owner, _, at in found
    ]


def of_decision(bot: UUID, decision: str) -> Sequence[RefusedMove]:
    """Return what was refused to a bot for the decision with this id, in its order."""
    named = decision_ids.split(decision)
    if named is None:
        return []
    game, seat, opened = named
    rows = RefusedMove.objects.filter(account=bot, game=game, seat=seat, opened=opened)
    return list(rows.order_by("number"))


def of_account(bot: UUID) -> Sequence[RefusedMove]:
    """Return all that is kept of what was refused to a bot, the oldest first."""
    return list(RefusedMove.objects.filter(account=bot).order_by("at", "id"))
