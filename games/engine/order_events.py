"""The events of orders that staff gives to a game, and of its result when play is over.

The first event of each such commit is `OrderGiven`; what the order leads to follows it. It names
who gave it by an opaque id made for that game, which nobody is shown; all else in it is public.
"""

from enum import StrEnum

from games.engine.outcome import Outcome
from games.engine.public_event import PublicEvent


class OrderKind(StrEnum):
    """What staff can order a game to do."""

    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    """Another deadline for the decision of one seat."""
    REPLACE = "replace"
    """Somebody else, or the house, for a seat."""
    ADJUDICATE = "adjudicate"
    """A result that play has not brought about."""
    ABORT = "abort"
    ANNUL = "annul"
    """No result any more."""
    RESTORE = "restore"
    """The result as it was before the last order about it."""


class OrderRole(StrEnum):
    """As what somebody gave an order."""

    MODERATOR = "moderator"
    OPERATOR = "operator"
    ADMINISTRATOR = "administrator"


class OrderGiven(PublicEvent, frozen=True, kw_only=True, tag="OrderGiven"):
    """Staff ordered what follows in the same commit."""

    shows = ("order", "role", "reason")

    order: OrderKind
    role: OrderRole
    by: str
    """The opaque id of who gave it: the same for all orders of one account to one game."""
    reason: str
    """What everybody may read; it names nobody."""


class ResultAdjudicated(PublicEvent, frozen=True, kw_only=True, tag="ResultAdjudicated"):
    """A game that was over got another result."""

    shows = ("outcome",)

    outcome: Outcome


class ResultAnnulled(PublicEvent, frozen=True, kw_only=True, tag="ResultAnnulled"):
    """The result of a game that was over counts no more; nobody wins or loses."""

    shows = ("outcome",)

    outcome: Outcome


class ResultRestored(PublicEvent, frozen=True, kw_only=True, tag="ResultRestored"):
    """The last order about the result was taken back."""

    shows = ("outcome",)

    outcome: Outcome
    """What counts again."""


RESULT_EVENTS = ("ResultAdjudicated", "ResultAnnulled", "ResultRestored")
"""The types that change the result of a game that is over."""
AFTER_THE_END = ("OrderGiven", *RESULT_EVENTS)
"""All that may stand behind the event that ends play (`append_events` too)."""
