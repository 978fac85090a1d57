"""Undo by consent: asking for it, agreeing, declining."""

from dataclasses import dataclass
from uuid import UUID

from games.engine import consent
from games.engine.consent import NoUndo
from games.engine.seats import Seat
from games.engine.undo_events import UndoConsented, UndoDeclined, UndoRequested
from games.services import access
from games.services.askers import Asker
from games.services.execute import Command, Committed, Decided, execute
from games.services.play_errors import UndoImpossibleError
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class _UndoCommand(Command):
    """A word on an undo, of all who play."""

    to_version: int | None = None
    """The version meant; None: whichever it is."""

    @property
    def asked(self) -> tuple[object, ...]:
        """The version."""
        return (self.to_version,)


@dataclass(frozen=True, kw_only=True)
class ConsentToUndo(_UndoCommand):
    """Ask to go back to before one's last move, or agree to what another seat asked for.

    With the last consent the game goes back (`conclude` sees to that).
    """

    def decide(self, loaded: Loaded) -> Decided:
        """Record the consent; raise `UndoImpossibleError`."""
        game, seat = loaded.state, _seat_in_play(loaded, self.account)
        if (reason := consent.why_no_undo(game, seat)) is not None:
            raise UndoImpossibleError(reason)
        if consent.is_overdue(game, loaded.now):
            raise UndoImpossibleError(NoUndo.OVERDUE)
        to_version = consent.version_to_go_back_to(game, seat)
        assert to_version is not None, "an undo that is possible leads somewhere"
        if self.to_version not in {None, to_version}:
            raise UndoImpossibleError(NoUndo.OTHER_VERSION)
        if game.undo.consents:
            return Decided(events=[UndoConsented(seat=seat)])
        return Decided(events=[UndoRequested(seat=seat, to_version=to_version)])


@dataclass(frozen=True, kw_only=True)
class DeclineUndo(_UndoCommand):
    """Decline what another seat asked for, or take one's own consent back."""

    def decide(self, loaded: Loaded) -> Decided:
        """Record it; raise `UndoImpossibleError` if nobody asks."""
        game, seat = loaded.state, _seat_in_play(loaded, self.account)
        if (reason := consent.why_not_decline(game, seat)) is not None:
            raise UndoImpossibleError(reason)
        if self.to_version not in {None, game.undo.to_version}:
            raise UndoImpossibleError(NoUndo.OTHER_VERSION)
        return Decided(events=[UndoDeclined(seat=seat)])


def _seat_in_play(loaded: Loaded, account: UUID | None) -> Seat:
    seat = access.find_seat(loaded, account)
    access.must_run(loaded)
    access.must_not_have_resigned(loaded, seat)
    return seat


def consent_to_undo(
    *, game: UUID, asker: Asker, to_version: int | None = None, key: str | None = None
) -> Committed:
    """Ask for an undo, or agree to it; raise `ServiceError`."""
    return execute(
        ConsentToUndo(
            game=game, account=asker.account, cause=asker.cause, key=key, to_version=to_version
        )
    )


def decline_undo(
    *, game: UUID, asker: Asker, to_version: int | None = None, key: str | None = None
) -> Committed:
    """Decline an undo, or take the consent to it back; raise `ServiceError`."""
    return execute(
        DeclineUndo(
            game=game, account=asker.account, cause=asker.cause, key=key, to_version=to_version
        )
    )
