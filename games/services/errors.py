"""Refusals of commands. Each has a code for programs; `config.errors` knows its HTTP status."""

from datetime import timedelta
from typing import Any

from games.engine.consent import REASONS, NoUndo


class ServiceError(Exception):
    """A command that was refused and changed nothing.

    `version` and `decision` are filled in by the command path: the game's version, and what the
    asker still owes.
    """

    code = "refused"
    detail = "This is refused."

    def __init__(self, detail: str | None = None) -> None:
        super().__init__(detail or self.detail)
        self.version: int | None = None
        self.decision: dict[str, Any] | None = None


class UnknownGameError(ServiceError):
    """The game does not exist, or the asker may not know that it does."""

    code = "not_found"
    detail = "There is no such game."


class BusyError(ServiceError):
    """Others were faster eight times in a row, or somebody holds the game's row locked."""

    code = "busy"
    detail = "The game is changing too fast. Send the same request again."


class KeyReusedError(ServiceError):
    """The idempotency key belongs to another request."""

    code = "idempotency_key_reused"
    detail = "This Idempotency-Key was used for another request. Use a new one."


class ConflictError(ServiceError):
    """Base of what is refused because of how the game stands."""


class GameOverError(ConflictError):
    """The game has ended."""

    code = "game_over"
    detail = "This game is over."


class RulesNotInstalledError(ConflictError):
    """The game was begun under a version of its rules that this release has not got."""

    code = "rules_not_installed"
    detail = "This server has not got the version of the rules by which this game is played."


class GameNotRunningError(ConflictError):
    """The game has not started."""

    code = "game_not_running"
    detail = "This game has not started yet."


class GamePausedError(ConflictError):
    """The game rests, so nobody can move."""

    code = "game_paused"
    detail = "This game is paused. `pause` in its view says until when."


class GameStartedError(ConflictError):
    """The game has started, so seats are fixed."""

    code = "game_started"
    detail = "This game has started."


class GameRunningError(ConflictError):
    """The game must be over for this."""

    code = "game_running"
    detail = "This game is not over yet."


class GameFullError(ConflictError):
    """No seat is free."""

    code = "game_full"
    detail = "No seat of this game is free."


class SeatTakenError(ConflictError):
    """The seat asked for is not free."""

    code = "seat_taken"
    detail = "This seat is taken. Leave out `seat` to take any free one."


class AlreadySeatedError(ConflictError):
    """The account holds a seat of this game."""

    code = "already_seated"
    detail = "You hold a seat of this game already."


class CommitmentsClosedError(ConflictError):
    """Another seat has revealed its entropy, or the game has waited for reveals three times.

    Whoever knows the entropy of others may not choose their own any more.
    """

    code = "commitments_closed"
    detail = (
        "A seat of this game has revealed its entropy, or the game has waited for reveals too "
        "often. Sit down without a `commitment`."
    )


class NoCommitmentError(ConflictError):
    """The seat has not committed to any entropy, so there is nothing to reveal."""

    code = "no_commitment"
    detail = "Your seat has not committed to entropy. Nothing is waited for."


class RevealTooEarlyError(ConflictError):
    """Not every seat is held, so somebody may still choose entropy."""

    code = "reveal_too_early"
    detail = "Keep your entropy secret until every seat is held and the game waits for it."


class WrongEntropyError(ServiceError):
    """The entropy is not what the seat has committed to."""

    code = "wrong_entropy"
    detail = "This is not the entropy that your seat has committed to."


class NotAwayError(ConflictError):
    """The seat is played by its owner, so there is nothing to take back."""

    code = "not_away"
    detail = "Your seat is not away; you play it yourself."


class UnknownSeatError(UnknownGameError):
    """The game has no such seat."""

    detail = "There is no such seat."


class SeatNotVacatedError(ConflictError):
    """The seat is played by its owner, has not been left for long enough, or is a house bot's."""

    code = "seat_not_vacated"
    detail = "Only its owner can offer this seat now. What others have left can be offered later."


class RatedGameError(ConflictError):
    """Seats of a rated game stay with those who took them."""

    code = "rated_game"
    detail = "This game is rated: its seats cannot be taken over."


class AlreadyOfferedError(ConflictError):
    """The seat is on offer like that already."""

    code = "already_offered"
    detail = "This seat is on offer to them already."


class NotOfferedError(ConflictError):
    """The seat is not on offer."""

    code = "not_offered"
    detail = "This seat is not on offer."


class NotYourOfferError(ServiceError):
    """Another seat offered it."""

    code = "not_your_offer"
    detail = "Only who offered this seat, or its owner, can withdraw the offer."


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


class IncidentError(ServiceError):
    """Something went wrong inside the game, which is paused until somebody has seen to it.

    `incident` is its public id, which the log names too.
    """

    code = "game_incident"

    def __init__(self, incident: str) -> None:
        super().__init__(f"Something went wrong in this game; it is paused. Incident {incident}.")
        self.incident = incident


class SeatResignedError(ConflictError):
    """The seat gave up or forfeited."""

    code = "seat_resigned"
    detail = "Your seat has resigned; a house bot plays its cards."


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


class NotSeatedError(ServiceError):
    """The asker may watch, but holds no seat."""

    code = "not_seated"
    detail = "You hold no seat of this game."


class NotInvitedError(ServiceError):
    """The seat is kept for somebody else, or the account was never invited."""

    code = "not_invited"
    detail = "You are not invited to this."


class CasualOnlyError(ServiceError):
    """A throw-away account asks for a seat in a rated game."""

    code = "casual_only"
    detail = "A sandbox account plays casual games only. POST /api/v1/accounts makes a lasting one."


class InvitationClosedError(ConflictError):
    """The game ended before the invitation was answered."""

    code = "invitation_closed"
    detail = "This invitation is closed: the game was called off or has expired."


class MutedError(ServiceError):
    """The account may not write here, or nobody would read it."""

    code = "muted"
    detail = "Nobody else at this table wants to read you."


class BlockedError(ServiceError):
    """Somebody in the game keeps the account from their games; who, stays unsaid."""

    code = "blocked"
    detail = "Somebody in this game does not want to play with you."


class NotCreatorError(ServiceError):
    """Only who made the game may do this."""

    code = "not_creator"
    detail = "Only who made the game may do this before it starts."


class NotPrivateError(ConflictError):
    """A public game needs no code."""

    code = "not_private"
    detail = "This game is public: anybody may sit down without a code."


class BadRequestValueError(ServiceError):
    """A value that is well formed but cannot be used; `pointer` leads to it."""

    code = "invalid_request"

    def __init__(self, detail: str, pointer: str = "") -> None:
        super().__init__(detail)
        self.pointer = pointer


class BadSeatsError(BadRequestValueError):
    """The list of seats does not fit the ruleset or names what there is not."""

    code = "bad_seats"


class BadOptionsError(BadRequestValueError):
    """An option is unknown or out of range."""

    code = "bad_options"


class BadPlanError(BadRequestValueError):
    """Standing orders that cannot be followed in games of this ruleset."""

    code = "bad_plan"


class BadReplayError(BadRequestValueError):
    """A replay file from which no game can be played; `pointer` leads into the file."""

    code = "bad_replay"


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
