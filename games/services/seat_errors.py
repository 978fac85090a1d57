"""Refusals that concern seats: sitting down, entropy, invitations, offers."""

from games.services.errors import (
    BadRequestValueError,
    ConflictError,
    ServiceError,
    UnknownGameError,
)


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


class CardsSeenError(ConflictError):
    """The account, its owner or a bot of theirs has looked at the hidden cards as staff."""

    code = "cards_seen"
    detail = "You have looked at the hidden cards of this game, so you take no seat of it."


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


class OffersExhaustedError(ConflictError):
    """The seat has offered seats of this game as often as a seat may."""

    code = "offers_exhausted"
    detail = "Your seat has made all the offers that a seat has in a game."


class NotOfferedError(ConflictError):
    """The seat is not on offer."""

    code = "not_offered"
    detail = "This seat is not on offer."


class NotYourOfferError(ServiceError):
    """Another seat offered it."""

    code = "not_your_offer"
    detail = "Only who offered this seat, or its owner, can withdraw the offer."


class SeatResignedError(ConflictError):
    """The seat gave up or forfeited."""

    code = "seat_resigned"
    detail = "Your seat has resigned; a house bot plays its cards."


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


class BlockedError(ServiceError):
    """Somebody in the game keeps the account from their games; who, stays unsaid."""

    code = "blocked"
    detail = "Somebody in this game does not want to play with you."


class NotPrivateError(ConflictError):
    """A public game needs no code."""

    code = "not_private"
    detail = "This game is public: anybody may sit down without a code."


class BadSeatsError(BadRequestValueError):
    """The list of seats does not fit the ruleset or names what there is not."""

    code = "bad_seats"
