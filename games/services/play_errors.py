"""Refusals in play: decisions, moves, orders, pauses, undo."""

from datetime import timedelta

from games.engine.consent import REASONS, NoUndo
from games.services.errors import BadRequestValueError, ConflictError


class PauseBudgetError(ConflictError):
    """The time control allows no pause, or none so long; `left` is what it allows."""

    code = "pause_budget_exhausted"

    def __init__(self, left: timedelta) -> None:
        super().__init__(f"You can pause this game for {int(left.total_seconds())} seconds.")


class NotPausedError(ConflictError):
    """Nobody has paused the game."""

    code = "not_paused"
    detail = "This game is not paused."


class NotYourPauseError(ConflictError):
    """Another seat has paused the game, or the server has."""

    code = "not_your_pause"
    detail = "Only who paused this game can resume it. It goes on by itself at `resume_at`."


class UndoImpossibleError(ConflictError):
    """An undo cannot be had, agreed to or declined; `reason` says why."""

    code = "undo_impossible"

    def __init__(self, reason: NoUndo) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason


class DecisionAlreadyMadeError(ConflictError):
    """The decision was answered with another move."""

    code = "decision_already_made"
    detail = "You have answered this decision with another move."


class DecisionExpiredError(ConflictError):
    """The deadline has passed."""

    code = "decision_expired"
    detail = "The deadline of this decision has passed."


class DecisionClosedError(ConflictError):
    """Something else closed the decision; `closed_by` is the version that did."""

    code = "decision_closed"
    detail = "This decision was closed by something else."

    def __init__(self, closed_by: int) -> None:
        super().__init__()
        self.closed_by = closed_by


class NotYourDecisionError(ConflictError):
    """The decision is another seat's, or none that was ever opened."""

    code = "not_your_decision"
    detail = "You do not owe this decision. GET /me/turns/next shows what you owe."


class PlanOutOfSyncError(ConflictError):
    """The orders were made for a decision, or on a version, that the game has left behind."""

    code = "plan_out_of_sync"
    detail = "The game has gone on since these orders were made. Look at it and send them anew."


class NothingDueError(ConflictError):
    """No decision is due; the clock has nothing to do here."""

    code = "nothing_due"
    detail = "Nothing is due in this game."


class BadPlanError(BadRequestValueError):
    """Standing orders that cannot be followed in games of this ruleset."""

    code = "bad_plan"


class DecisionRequiredError(BadRequestValueError):
    """The move answers a decision, so the request must name it."""

    code = "decision_required"


class DecisionNotAllowedError(BadRequestValueError):
    """The move is a free one and answers no decision."""

    code = "decision_not_allowed"


class MoveRefusedError(BadRequestValueError):
    """The rules refuse the move: `illegal_move` or `malformed_move`, with a public reason."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason, "/move")
        self.code = code
