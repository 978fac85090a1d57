"""The errors of games: why a seat was not given, a move not taken, a decision not accepted."""

from herdbook.errors import BadRequestError, ConflictError, ForbiddenError, ServerError

# Games and seats.


class BadSeatsError(BadRequestError, code="bad_seats"):
    """The ruleset cannot be played by these seats, or a strategy is unknown."""


class BadOptionsError(BadRequestError, code="bad_options"):
    """The ruleset has no such option, or not this value of it."""


class BadReplayError(BadRequestError, code="bad_replay"):
    """No game can be played from this file; `problem.members` says where it goes wrong."""


class GameFullError(ConflictError, code="game_full"):
    """Every seat is held."""


class SeatTakenError(ConflictError, code="seat_taken"):
    """Somebody else holds this seat."""


class AlreadySeatedError(ConflictError, code="already_seated"):
    """You sit in this game already."""


class GameStartedError(ConflictError, code="game_started"):
    """Too late to join or leave; to leave a running game is to resign."""


class CommitmentsClosedError(ConflictError, code="commitments_closed"):
    """Another seat has revealed its entropy: sit down without a commitment."""


class NoCommitmentError(ConflictError, code="no_commitment"):
    """The seat has not committed to any entropy; nothing is waited for."""


class RevealTooEarlyError(ConflictError, code="reveal_too_early"):
    """Not every seat is held: keep the entropy secret until the game asks for it."""


class WrongEntropyError(BadRequestError, code="wrong_entropy"):
    """Not the entropy to which the seat has committed."""


class NotAwayError(ConflictError, code="not_away"):
    """The seat is yours as it is; there is nothing to return to."""


class SeatNotVacatedError(ConflictError, code="seat_not_vacated"):
    """Its owner plays this seat, or has not been away for long enough."""


class AlreadyOfferedError(ConflictError, code="already_offered"):
    """The seat is on offer to them already."""


class CardsSeenError(ConflictError, code="cards_seen"):
    """You have looked at the hidden cards of this game as staff."""


class OffersExhaustedError(ConflictError, code="offers_exhausted"):
    """Your seat has made all the offers that a seat has in a game."""


class NotOfferedError(ConflictError, code="not_offered"):
    """The seat is not on offer."""


class RatedGameError(ConflictError, code="rated_game"):
    """Seats of a rated game stay with those who took them."""


class NotYourOfferError(ForbiddenError, code="not_your_offer"):
    """Only who offered the seat, or its owner, can take the offer back."""


class AccountSanctionedError(ForbiddenError, code="account_sanctioned"):
    """A sanction keeps the account from this; `problem.members` has it (`sanction`)."""


class SanctionOverError(ConflictError, code="sanction_over"):
    """The sanction has ended or was lifted, or is no warning that could be acknowledged."""


class AppealOpenError(ConflictError, code="appeal_open"):
    """An appeal against the sanction waits for its answer."""


class ReportNotApplicableError(BadRequestError, code="report_not_applicable"):
    """Something that cannot be reported; `problem.members` says why (`reason`)."""


class MutedError(ForbiddenError, code="muted"):
    """A moderator, or everybody else at the table, keeps your messages from being read."""


class BlockedError(ForbiddenError, code="blocked"):
    """Somebody at this table does not want to play with you, or you with them."""


class CasualOnlyError(ForbiddenError, code="casual_only"):
    """A sandbox account has no place in a rated game."""


class NotInvitedError(ForbiddenError, code="not_invited"):
    """The seat is kept for somebody else."""


class InvitationClosedError(ConflictError, code="invitation_closed"):
    """The invitation was answered or taken back before, or the game has begun."""


class NotSeatedError(ForbiddenError, code="not_seated"):
    """You may watch this game, but you do not sit in it."""


class NotCreatorError(ForbiddenError, code="not_creator"):
    """Only who made the game may do this."""


# What state the game is in.


class GameNotRunningError(ConflictError, code="game_not_running"):
    """The game has not started."""


class GamePausedError(ConflictError, code="game_paused"):
    """The game rests: nobody can move until it is resumed."""


class GameOverError(ConflictError, code="game_over"):
    """The game has ended."""


class GameRunningError(ConflictError, code="game_running"):
    """It is to be had after the end only."""


class PauseBudgetExhaustedError(ConflictError, code="pause_budget_exhausted"):
    """The time control allows no pause, or none so long."""


class GameIncidentError(ServerError, code="game_incident"):
    """Something in the game failed; it is paused, and nothing is lost.

    `problem.members` has the `incident`, for the operator of the server.
    """


class NotPausedError(ConflictError, code="not_paused"):
    """The game is not paused; there is nothing to resume."""


class NotYourPauseError(ConflictError, code="not_your_pause"):
    """Somebody else has paused the game, or the server; it goes on at `resume_at`."""


class RulesNotInstalledError(ConflictError, code="rules_not_installed"):
    """The server has not got the version of the rules by which this game is played."""


class SeatResignedError(ConflictError, code="seat_resigned"):
    """The seat has resigned or forfeited, and moves no more."""


class UndoImpossibleError(ConflictError, code="undo_impossible"):
    """There is no undo to be had, to agree to or to decline; `problem.members` has the `reason`."""


# Vacations.


class VacationRunningError(ConflictError, code="vacation_running"):
    """You are on vacation; end that before you plan another."""


class VacationBalanceExhaustedError(ConflictError, code="vacation_balance_exhausted"):
    """You have not earned so much vacation."""


# Moves.


class IllegalMoveError(BadRequestError, code="illegal_move"):
    """The rules do not allow this move here; `decision` has the ones they do."""


class MalformedMoveError(BadRequestError, code="malformed_move"):
    """Not the text of any move; send one of `legal_moves` unchanged."""


class DecisionRequiredError(BadRequestError, code="decision_required"):
    """The move answers a decision and has to name it."""


class DecisionNotAllowedError(BadRequestError, code="decision_not_allowed"):
    """A free move answers no decision."""


class DecisionGoneError(ConflictError):
    """The decision is no longer yours to make: look at the game again and go on from there."""


class DecisionAlreadyMadeError(DecisionGoneError, code="decision_already_made"):
    """The decision was answered before, by another move.

    A move sent again after a lost answer does not end here but is answered as the first time;
    somebody else with this account's token was faster.
    """


class DecisionExpiredError(DecisionGoneError, code="decision_expired"):
    """The deadline passed before the move arrived."""


class DecisionClosedError(DecisionGoneError, code="decision_closed"):
    """Something else closed the decision; `problem.members` has the version (`closed_by`)."""


class NotYourDecisionError(DecisionGoneError, code="not_your_decision"):
    """No decision of this seat has this id."""


# Standing orders.


class PlanOutOfSyncError(ConflictError, code="plan_out_of_sync"):
    """The game has left the decision or the version for which the orders were made."""


class BadPlanError(BadRequestError, code="bad_plan"):
    """The orders cannot be followed; `errors` points to the part that cannot."""


# Repeating a request.


class KeyReusedError(BadRequestError, code="idempotency_key_reused"):
    """The Idempotency-Key has been used for something else."""


class KeyNotSupportedError(BadRequestError, code="idempotency_not_supported"):
    """The call takes no Idempotency-Key."""
