"""Whether two accounts were seen on one network, held against all others that they have met."""

from uuid import UUID

from django.db.models import Q

from accounts.networks.sharing import sharing
from accounts.selectors import household_of
from games.engine.signs.weighing import Line, weigh_network
from games.models import Suspicion

_MET = 500
"""Others at most with whom one is compared, those of the latest games."""


def lines_of(first: UUID, second: UUID) -> list[tuple[UUID, Line]]:
    """Return a line if they share a network, of the one for whom that is the less unusual.

    None of a bot and its owner, nor of two bots of one owner: that they belong together is known.
    """
    if not sharing(first, [second]) or second in household_of(first):
        return []
    lines = [(one, _line(one, other)) for one, other in ((first, second), (second, first))]
    return [min(lines, key=lambda line: line[1].unusual)]


def _line(account: UUID, other: UUID) -> Line:
    own = {account, other, *household_of(account)}
    pairs = Suspicion.objects.filter(Q(first=account) | Q(second=account))
    rows = pairs.order_by("-scored_at").values_list("first", "second")[:_MET]
    met = {one for row in rows for one in row} - own
    return weigh_network(met=len(met), sharing=len(sharing(account, met)))
