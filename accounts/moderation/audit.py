"""The audit log: what staff did, to what, why, and what changed by it.

Each service that changes something for staff calls `record` once for each thing it changes, in the
same transaction: either both are on disk or neither. Nobody can change a row afterwards.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from accounts.moderation.actors import Actor
from accounts.moderation.models import AuditEntry

COMMAND_LINE = "command line"
"""The role of whoever holds the command line."""


TARGETS = ("account", "appeal", "case", "game", "sanction")
"""The kinds of things that staff changes."""


class Target(NamedTuple):
    """The one thing that an action changed."""

    kind: str
    """One of `TARGETS`: who looks for a thing names them all, for they come first in the index."""
    id: str


class Action(StrEnum):
    """What is done about accounts; games and operation have actions of their own."""

    GRANT_ROLE = "account.grant_role"
    SET_UP_FACTOR = "account.set_up_factor"
    END_SESSIONS = "account.end_sessions"
    CHANGE_PASSWORD = "account.change_password"  # noqa: S105 - the name of an action
    IMPOSE_SANCTION = "sanction.impose"
    LIFT_SANCTION = "sanction.lift"
    ANSWER_APPEAL = "appeal.answer"
    OPEN_CASE = "case.open"
    CLAIM_CASE = "case.claim"
    RELEASE_CASE = "case.release"
    CLOSE_CASE = "case.close"


def record(
    actor: Actor,
    action: str,
    target: Target,
    *,
    now: datetime,
    reason: str,
    note: str = "",
    case: UUID | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Write down what is being done, in the transaction that does it.

    `before` and `after` are JSON and hold no secrets: no cards of a game that runs, no tokens, no
    addresses.
    """
    assert connection.in_atomic_block, "what was done is on disk with its record"
    assert target.kind in TARGETS, target
    return AuditEntry.objects.create(
        at=now,
        actor=actor.account,
        role=actor.role or COMMAND_LINE,
        action=action,
        target_kind=target.kind,
        target=target.id,
        case=case,
        reason=reason,
        note=note,
        before=None if before is None else dict(before),
        after=None if after is None else dict(after),
        request_id=actor.request_id,
    )
