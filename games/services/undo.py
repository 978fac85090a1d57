"""Undo by consent: asking for it, agreeing, declining."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.engine import consent
from games.engine.consent import NoUndo
from games.engine.events import Event
from games.engine.game import GameState
from games.engine.lifecycle import MoveUndone, UndoConsented, UndoDeclined, UndoRequested
from games.engine.seats import Seat
from games.services import access
from games.services.askers import Asker
from games.services.errors import UndoImpossibleError
from games.services.execute import Command, Committed, Decided, execute
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class ConsentToUndo(Command):
    """Ask to go back to before one's last move, or agree to what another seat asked for.

    The game goes back as soon as nobody's consent is missing.
    """

    to_version: int | None = None
    """The version meant; None: whichever it is."""

    @property
    def asked(self) -> tuple[object, ...]:
        """The version."""
        return (self.to_version,)

    def decide(self, loaded: Loaded) -> Decided:
        """Record the consent, and go back with the last one; raise `UndoImpossibleError`."""
        game, seat = loaded.state, _seat_in_play(loaded, self.account)
        if (reason := consent.why_no_undo(game, seat)) is not None:
            raise UndoImpossibleError(reason)
        if _is_overdue(game, loaded.now):
            raise UndoImpossibleError(NoUndo.OVERDUE)
        to_version = consent.version_to_go_back_to(game, seat)
        assert to_version is not None, "an undo that is possible leads somewhere"
        if self.to_version not in {None, to_version}:
            raise UndoImpossibleError(NoUndo.OTHER_VERSION)
        events: list[Event] = []
        if not game.undo.consents:
            events.append(UndoRequested(seat=seat, to_version=to_version))
        elif seat not in game.undo.consents:
            events.append(UndoConsented(seat=seat))
        if not consent.seats_waited_for(game, beside=seat):
            asker = next(iter(game.undo.consents), seat)
            events.append(MoveUndone(seat=asker, to_version=to_version))
        return Decided(events=events)


@dataclass(frozen=True, kw_only=True)
class DeclineUndo(Command):
    """Decline what another seat asked for, or take one's own consent back."""

    to_version: int | None = None
    """The version meant; None: whichever it is."""

    @property
    def asked(self) -> tuple[object, ...]:
        """The version."""
        return (self.to_version,)

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


def _is_overdue(game: GameState, now: datetime) -> bool:
    """Answer whether a decision has expired that no sweep has found yet: it would be new again."""
    return any(owed.is_due(now) for owed in game.owed)


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
