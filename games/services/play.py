"""Answering decisions, and free moves."""

from dataclasses import dataclass
from uuid import UUID

from games.engine.errors import RuleError
from games.engine.events import Cause, Event
from games.engine.owing import Owed
from games.engine.ruleset import Move
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.selectors import decision_ids
from games.services import access, deadlines, dealing
from games.services.execute import Command, Committed, Decided, execute
from games.services.play_errors import (
    DecisionAlreadyMadeError,
    DecisionClosedError,
    DecisionExpiredError,
    DecisionNotAllowedError,
    DecisionRequiredError,
    MoveRefusedError,
    NotYourDecisionError,
)
from games.store.append import Answers
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class AnswerDecision(Command):
    """A move that answers an owed decision, of a player or, with `seat`, of the house."""

    decision_id: str
    move: str
    seat: Seat | None = None
    """The house seat; None when an account plays its own."""

    @property
    def decision(self) -> tuple[Seat, int] | None:
        """The seat and counter that the id names, if it is one of this game."""
        return decision_ids.read(self.decision_id, game_id=self.game)

    @property
    def asked(self) -> tuple[object, ...]:
        """The decision and the move."""
        return self.decision_id, self.move

    def is_sound(self, loaded: Loaded) -> bool:
        """Answer whether it is one of the moves that were offered."""
        if self.decision is None:
            return False
        state = loaded.state
        legal = state.game_rules.legal_moves(state.rules_state, self.decision[0])
        return self.move in map(str, legal)

    def decide(self, loaded: Loaded) -> Decided:
        """Check, in the order of api.md 5, and let the rules decide."""
        seat = self.seat if self.seat is not None else access.find_seat(loaded, self.account)
        owed = _open_decision(loaded, seat, self.decision)
        if loaded.state.seats[seat].played_by_house is not (self.cause is Cause.HOUSE_BOT):
            access.must_not_have_resigned(loaded, seat)
            raise NotYourDecisionError
        if owed.is_due(loaded.now):
            raise DecisionExpiredError
        access.must_run(loaded)
        move = parse(loaded, self.move)
        if loaded.state.game_rules.is_free(move):
            raise DecisionNotAllowedError(
                "This move is free and answers no decision. Leave out `decision`.", "/decision"
            )
        return Decided(
            events=play(loaded, seat, move),
            answers=Answers(seat=seat, opened=owed.opened, how="move"),
        )


@dataclass(frozen=True, kw_only=True)
class FreeMove(Command):
    """A move that needs no decision, of a player or, with `seat`, of the house.

    It is judged on the state in which it arrives.
    """

    move: str
    seat: Seat | None = None
    """The house seat; None when an account plays its own."""

    @property
    def asked(self) -> tuple[object, ...]:
        """The move."""
        return (self.move,)

    def is_sound(self, loaded: Loaded) -> bool:
        """Answer whether it is one of the moves that were offered."""
        state = loaded.state
        seat = self.seat if self.seat is not None else access.find_seat(loaded, self.account)
        free = state.game_rules.free_moves(state.rules_state, seat)
        return self.move in map(str, free)

    def decide(self, loaded: Loaded) -> Decided:
        """Check and let the rules decide."""
        seat = self.seat if self.seat is not None else access.find_seat(loaded, self.account)
        access.must_run(loaded)
        if self.seat is not None:
            if not loaded.state.seats[seat].played_by_house:
                raise NotYourDecisionError
            return Decided(events=play(loaded, seat, parse(loaded, self.move)))
        access.must_not_have_resigned(loaded, seat)
        move = parse(loaded, self.move)
        if not loaded.state.game_rules.is_free(move):
            raise DecisionRequiredError(
                "This move answers a decision. Send the `decision` you owe with it.", "/decision"
            )
        if loaded.state.seats[seat].state is SeatState.AWAY:
            raise MoveRefusedError("illegal_move", "Your seat is away; take it back first.")
        return Decided(events=play(loaded, seat, move))


def _open_decision(loaded: Loaded, seat: Seat, decision: tuple[Seat, int] | None) -> Owed:
    """Return the open decision that was named; raise what is true of it otherwise."""
    if decision is not None and decision[0] == seat:
        closing = loaded.closing
        if closing is not None:
            if closing.how == "move":
                raise DecisionAlreadyMadeError
            if closing.how == "expiry":
                raise DecisionExpiredError
            raise DecisionClosedError(closing.first_version)
        owed = loaded.state.owed_by(seat)
        if owed is not None and owed.opened == decision[1]:
            return owed
    access.must_run(loaded)
    access.must_not_have_resigned(loaded, seat)
    raise NotYourDecisionError


def parse(loaded: Loaded, text: str) -> Move:
    """Read a move of this game's ruleset; raise `MoveRefusedError` if it is none."""
    try:
        return loaded.state.game_rules.parse_move(text)
    except RuleError as refusal:
        raise MoveRefusedError(refusal.code, refusal.reason) from None


def play(loaded: Loaded, seat: Seat, move: Move) -> list[Event]:
    """Let the rules decide a move; raise `MoveRefusedError` with their public reason."""
    try:
        return dealing.decide(loaded, seat, move)
    except RuleError as refusal:
        raise MoveRefusedError(refusal.code, refusal.reason) from None


def play_move(
    *,
    game: UUID,
    account: UUID,
    is_bot: bool,
    move: str,
    decision: str | None,
    key: str | None = None,
    loaded: Loaded | None = None,
) -> Committed:
    """Make a move for the account's seat; `loaded` is the game, if it has been read for that.

    The fifth move that the rules refuse to a bot account's decision makes it expire. Raises
    `ServiceError`.
    """
    cause = Cause.BOT if is_bot else Cause.PLAYER
    if decision is None:
        free = FreeMove(game=game, account=account, key=key, cause=cause, move=move)
        return execute(free, loaded)
    answer = AnswerDecision(
        game=game, account=account, cause=cause, decision_id=decision, move=move
    )
    try:
        return execute(answer, loaded)
    except MoveRefusedError as refusal:
        if is_bot and answer.decision is not None:
            deadlines.count_refusal(
                game, *answer.decision, account=account, move=move, refusal=refusal
            )
        raise


def play_house_move(*, game: UUID, seat: Seat, opened: int, move: str) -> Committed:
    """Answer a decision of a seat that the house plays; raise `ServiceError`."""
    return execute(
        AnswerDecision(
            game=game,
            seat=seat,
            cause=Cause.HOUSE_BOT,
            decision_id=decision_ids.write(game, seat, opened),
            move=move,
        )
    )


def play_free_house_move(*, game: UUID, seat: Seat, move: str) -> Committed:
    """Make a free move for a seat that the house plays; raise `ServiceError`."""
    return execute(FreeMove(game=game, seat=seat, cause=Cause.HOUSE_BOT, move=move))
