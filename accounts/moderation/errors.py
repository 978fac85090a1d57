"""Refusals of what staff asks for. They never reach the API, where nobody can ask for it.

What players are refused stands in `accounts.errors`.
"""

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.moderation.case_models import Case


class StaffRefusalError(Exception):
    """Base: nothing was changed. `code` is for programs, the message for whoever asked."""

    code = "refused"


class NotPermittedError(StaffRefusalError):
    """The role of who asks does not include this, or is no longer theirs."""

    code = "not_permitted"


class ConflictOfInterestError(StaffRefusalError):
    """Who asks has a part in what it is about."""

    code = "conflict_of_interest"


class CaseClaimedError(StaffRefusalError):
    """Somebody else works on the case: `holder`, an account's name, until `until`."""

    code = "case_claimed"

    def __init__(self, holder: str, until: datetime) -> None:
        super().__init__(f"{holder} works on this case until {until:%Y-%m-%d %H:%M} UTC.")
        self.holder = holder
        self.until = until

    @classmethod
    def of(cls, case: "Case") -> "CaseClaimedError":
        """Return the refusal for a case that is claimed."""
        assert case.claimed_by is not None
        assert case.claimed_until is not None
        return cls(case.claimed_by.name, case.claimed_until)


class NotClaimedError(StaffRefusalError):
    """The case is not claimed by who asks, or no longer."""

    code = "not_claimed"


class NothingToDoError(StaffRefusalError):
    """It stands like that already, or is over."""

    code = "nothing_to_do"


class BadOrderError(StaffRefusalError):
    """A value cannot be used; `field` names it."""

    code = "bad_order"

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field
