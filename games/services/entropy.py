"""Revealing what a seat has committed to, so that it becomes part of all shuffles."""

from dataclasses import dataclass
from uuid import UUID

from games.engine.entropy import commitment_to
from games.engine.game import Status
from games.engine.lifecycle import EntropyRevealed
from games.services import access
from games.services.askers import Asker
from games.services.errors import GameOverError, GameStartedError
from games.services.execute import Command, Committed, Decided, execute
from games.services.opening import started_by
from games.services.play_errors import DecisionAlreadyMadeError, DecisionExpiredError
from games.services.seat_errors import NoCommitmentError, RevealTooEarlyError, WrongEntropyError
from games.store import load
from games.store.append import Answers
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class RevealEntropy(Command):
    """Reveal the entropy of a seat; the last one that is waited for starts the game."""

    entropy: str
    """32 bytes (hex)."""

    @property
    def asked(self) -> tuple[object, ...]:
        """The entropy."""
        return (self.entropy,)

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse what does not fit, and what comes too early or too late."""
        seat = access.find_seat(loaded, self.account)
        contribution = loaded.state.contributions.of(seat)
        if contribution is None:
            raise NoCommitmentError
        if commitment_to(bytes.fromhex(self.entropy)) != contribution.commitment:
            raise WrongEntropyError
        if contribution.entropy is not None:
            raise DecisionAlreadyMadeError
        if loaded.state.status is Status.RUNNING:
            raise GameStartedError
        if loaded.state.status is not Status.OPEN:
            raise GameOverError
        if loaded.state.contributions.awaited_at is None:
            raise RevealTooEarlyError
        owed = loaded.state.owed_by(seat)
        if owed is None or owed.is_due(loaded.now):
            raise DecisionExpiredError
        return Decided(
            events=started_by(loaded, [EntropyRevealed(seat=seat, entropy=self.entropy)]),
            answers=Answers(seat=seat, opened=owed.opened, how="move"),
        )


def reveal(*, game: UUID, asker: Asker, entropy: str, key: str | None = None) -> Committed:
    """Reveal entropy (64 hex digits) before the deal; once more changes nothing.

    Raises `ServiceError`.
    """
    command = RevealEntropy(
        game=game, account=asker.account, cause=asker.cause, key=key, entropy=entropy
    )
    try:
        return execute(command)
    except DecisionAlreadyMadeError:
        return Committed(game=load.game(game), events=[], replayed=True)
