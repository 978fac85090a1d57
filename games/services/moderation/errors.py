"""Refusals of reports."""

from enum import StrEnum

from games.services.errors import ConflictError


class NotApplicable(StrEnum):
    """Why something cannot be reported."""

    NEEDS_PLAYER = "needs_player"
    NEEDS_GAME = "needs_game"
    YOURSELF = "yourself"
    NOT_IN_GAME = "not_in_game"
    NO_MESSAGES = "no_messages"
    NO_STALLING = "no_stalling"
    NOT_STARTED = "not_started"
    NAME_NOT_CHOSEN = "name_not_chosen"
    ALREADY_REPORTED = "already_reported"


REASONS = {
    NotApplicable.NEEDS_PLAYER: "Say which player it is about.",
    NotApplicable.NEEDS_GAME: "Say in which game it was.",
    NotApplicable.YOURSELF: "You cannot report yourself, nor your bots or their owner.",
    NotApplicable.NOT_IN_GAME: "This player had no part in the game.",
    NotApplicable.NO_MESSAGES: "In what you cite this player has written nothing that you can read.",
    NotApplicable.NO_STALLING: "In what you cite this player has let no decision pass, and owes none"
    " for ten minutes.",
    NotApplicable.NOT_STARTED: "This game has not started.",
    NotApplicable.NAME_NOT_CHOSEN: "The name of a sandbox account is given by the server.",
    NotApplicable.ALREADY_REPORTED: "You have reported this, and it has not been looked at yet.",
}


class ReportNotApplicableError(ConflictError):
    """Something that cannot be reported; `reason` says why."""

    code = "report_not_applicable"

    def __init__(self, reason: NotApplicable) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason
