"""What can be wrong with a stored game, in words for an operator."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class Kind(StrEnum):
    """What is wrong; stable names, for programs that read a report."""

    NO_GAME = "no-game"
    """There is no such game, although somebody knows of it."""
    EVENT_MISSING = "event-missing"
    EVENT_CHANGED = "event-changed"
    """Its hash is not that of what it says."""
    LINK_BROKEN = "link-broken"
    """It does not follow the event before it."""
    NOT_CANONICAL = "not-canonical"
    """Its payload is not written as RFC 8785 says."""
    TIME_WENT_BACK = "time-went-back"
    COMMIT_SPLIT = "commit-split"
    """Events of one command that do not belong together."""
    FEED_DIFFERS = "feed-differs"
    """It stands in the feed where it cannot, so that readers miss it or get it in a wrong order."""
    EXPIRED_EARLY = "expired-early"
    """A decision expired that was not due, and whose seat sends no moves that are counted."""
    AFTER_THE_END = "after-the-end"
    UNREADABLE = "unreadable"
    """The rules cannot make a state of it, or a row has values that nothing can read."""
    RULES_MISSING = "rules-missing"
    """The rules it was begun under are not installed."""
    HEAD_DIFFERS = "head-differs"
    """The game's row names another last event than its log has."""
    SECRET_DIFFERS = "secret-differs"  # noqa: S105 - a name
    """The secret behind the shuffles is not the one promised at the start."""
    COLUMN_DIFFERS = "column-differs"
    SNAPSHOT_DIFFERS = "snapshot-differs"
    SNAPSHOT_STALE = "snapshot-stale"
    """It was written in a form that this release reads otherwise, or not at all."""
    TOLD_OTHERWISE = "told-otherwise"
    """The rules would record something else today."""
    DECISION_MISSING = "decision-missing"
    DECISION_EXTRA = "decision-extra"
    DECISION_DIFFERS = "decision-differs"
    CLOSING_MISSING = "closing-missing"
    CLOSING_EXTRA = "closing-extra"
    CLOSING_DIFFERS = "closing-differs"
    KEY_DIFFERS = "key-differs"
    """What is kept of a command with an idempotency key does not fit the log."""
    HOLDER_MISSING = "holder-missing"
    HOLDER_EXTRA = "holder-extra"
    HOLDER_DIFFERS = "holder-differs"
    REWRITTEN = "rewritten"
    """The log is whole, but not the one whose head was published."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that is wrong. Its text never holds a card, a salt, a hash or a secret."""

    game: UUID | None
    """None: a private game, known by the hash of its id alone."""
    kind: Kind
    text: str
    version: int | None = None
    """The event it is about."""

    def __str__(self) -> str:
        place = "" if self.version is None else f", event {self.version}"
        return f"game {self.game or 'unknown'}{place}: {self.text} ({self.kind})"
