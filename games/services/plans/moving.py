"""The command by which a standing order becomes a move."""

from dataclasses import dataclass
from datetime import datetime

from games.engine.events import Cause
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.selectors import decision_ids
from games.services import access, play
from games.services.execute import Command, Decided
from games.services.plans.rows import TO_APPEND
from games.services.play_errors import NothingDueError
from games.store.append import Answers
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class FollowOrder(Command):
    """Make the move that an order chose on one version of the game, on that version or not at all."""

    seat: Seat
    opened: int | None
    """The counter of the decision that it answers; None for a free move."""
    move: str
    version: int
    lease_until: datetime
    """No move is recorded after this time."""

    @property
    def decision(self) -> tuple[Seat, int] | None:
        """The decision that it answers."""
        return None if self.opened is None else (self.seat, self.opened)

    @property
    def fingerprint(self) -> str:
        """That of the owner's own answer, whose copy is then answered with what this led to."""
        if self.opened is None:
            return super().fingerprint
        decision = decision_ids.write(self.game, self.seat, self.opened)
        return play.AnswerDecision(
            game=self.game, cause=Cause.PLAYER, decision_id=decision, move=self.move
        ).fingerprint

    def is_sound(self, loaded: Loaded) -> bool:
        """Answer yes: the move was chosen among those that were offered."""
        return True

    def decide(self, loaded: Loaded) -> Decided:
        """Raise `NothingDueError` if the game has gone on, or its owner plays no longer."""
        state = loaded.state
        access.must_run(loaded)
        if state.version != self.version or loaded.now + TO_APPEND > self.lease_until:
            raise NothingDueError
        record = state.seats[self.seat]
        if record.state is not SeatState.PLAYING or not record.is_owned:
            raise NothingDueError
        answers = None
        if self.opened is not None:
            owed = state.owed_by(self.seat)
            if owed is None or owed.opened != self.opened or owed.is_due(loaded.now):
                raise NothingDueError
            answers = Answers(seat=self.seat, opened=self.opened, how="move")
        events = play.play(loaded, self.seat, play.parse(loaded, self.move))
        return Decided(events=events, answers=answers)
