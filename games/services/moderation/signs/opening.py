"""A case about two accounts that seem to play together, with what was measured as its evidence."""

from datetime import datetime
from uuid import UUID

from accounts.moderation import opening
from accounts.moderation.actors import Actor
from accounts.moderation.breaches import Breach
from accounts.moderation.case_models import Case
from accounts.moderation.errors import BadOrderError
from games.models import Suspicion
from games.services.moderation.signs.suspicions import evidence

TEXT = "Opened by staff because of signals: what was measured is the evidence. Nobody reported it."


def open_case(
    *,
    actor: Actor,
    suspicion: UUID,
    is_second: bool,
    breach: Breach,
    reason: str,
    now: datetime,
    note: str = "",
) -> Case:
    """Open a case about the first account of a pair, or the second.

    Raises as `accounts.moderation.opening.open_case` does.
    """
    found = Suspicion.objects.filter(id=suspicion).first()
    if found is None:
        raise BadOrderError("suspicion", "There is no such pair.")
    return opening.open_case(
        actor=actor,
        breach=breach,
        subject=found.second_id if is_second else found.first_id,
        involved=frozenset({found.first_id, found.second_id}),
        text=TEXT,
        evidence=evidence(found).frozen(),
        reason=reason,
        note=note,
        now=now,
    )
