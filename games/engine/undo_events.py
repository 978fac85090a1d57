"""The events by which moves are taken back."""

from games.engine.public_event import PublicEvent


class UndoRequested(PublicEvent, frozen=True, kw_only=True, tag="UndoRequested"):
    """A seat asked to go back to before its last move, and so agrees to it."""

    shows = ("to_version",)

    to_version: int
    """The version to which the game would go back."""


class UndoConsented(PublicEvent, frozen=True, kw_only=True, tag="UndoConsented"):
    """Another seat agreed to the undo that was asked for."""

    shows = ()


class UndoDeclined(PublicEvent, frozen=True, kw_only=True, tag="UndoDeclined"):
    """A seat declined the undo that was asked for, or took its own consent back."""

    shows = ()


class MoveUndone(PublicEvent, frozen=True, kw_only=True, tag="MoveUndone"):
    """The rules went back to how they stood at a version, as this event's seat had asked.

    Seats and clocks stay as they are; decisions that are open again are new ones.
    """

    shows = ("to_version",)

    to_version: int
