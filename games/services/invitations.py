"""Answering invitations."""

from dataclasses import dataclass
from uuid import UUID

from accounts.selectors import blockers_of
from games.engine.game import Status
from games.engine.seat_events import InvitationDeclined, SeatTaken
from games.selectors.game_view import may_watch
from games.services import access
from games.services.askers import Asker
from games.services.errors import BadRequestValueError, UnknownGameError
from games.services.execute import Command, Committed, Decided, execute
from games.services.opening import started_by
from games.services.seat_errors import InvitationClosedError, NotInvitedError
from games.store import load
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class AnswerInvitation(Command):
    """Accept an invitation, which takes the seat, or decline it, which opens the seat."""

    asker: Asker
    accept: bool
    blockers: frozenset[UUID] = frozenset()
    """The accounts that keep this one from their games, be it since they invited it."""

    commitment: str | None = None
    """Of who accepts, to the entropy (hex) that the seat will add to the shuffles."""

    @property
    def asked(self) -> tuple[object, ...]:
        """The answer and the commitment."""
        return self.accept, self.commitment

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse who is not invited, and what comes too late."""
        if not may_watch(loaded, self.account):
            raise UnknownGameError
        seat = loaded.invitation_of(self.account)
        if seat is None:
            raise NotInvitedError
        if loaded.state.status is not Status.OPEN:
            raise InvitationClosedError
        holder = loaded.state.seats[seat].holder
        assert holder is not None, "an invited seat knows who is invited"
        if not self.accept:
            return Decided(events=[InvitationDeclined(seat=seat)], left=[holder])
        if loaded.state.rated:
            self.asker.must_play_rated()
        access.must_not_be_blocked(loaded, self.blockers)
        access.must_take_commitments(loaded, self.commitment)
        taken = SeatTaken(
            seat=seat, kind=self.asker.seat_kind, holder=holder, commitment=self.commitment
        )
        return Decided(events=started_by(loaded, [taken]))


def answer(
    *,
    game: UUID,
    asker: Asker,
    accept: bool,
    commitment: str | None = None,
    key: str | None = None,
) -> Committed:
    """Accept or decline an invitation; accepting once more changes nothing (A16).

    Who accepts may commit to entropy. Raises `ServiceError`.
    """
    if commitment is not None and not accept:
        raise BadRequestValueError("Only who accepts can commit to entropy.", "/commitment")
    command = AnswerInvitation(
        game=game,
        account=asker.account,
        cause=asker.cause,
        key=key,
        asker=asker,
        accept=accept,
        blockers=blockers_of(asker.account) if accept else frozenset(),
        commitment=commitment,
    )
    try:
        return execute(command)
    except NotInvitedError:
        accepted = load.game(game)
        seat = accepted.seat_of(asker.account)
        if not accept or seat is None or not accepted.state.seats[seat].by_invitation:
            raise
        return Committed(game=accepted, events=[], replayed=True)
