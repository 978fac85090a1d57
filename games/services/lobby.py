"""Sitting down, leaving, returning, resigning, breaking off."""

from dataclasses import dataclass, replace
from typing import ClassVar
from uuid import UUID, uuid4

from django.conf import settings

from accounts.selectors import blockers_of
from games.engine.endings import broken_off, give_up
from games.engine.game import Status
from games.engine.outcome import EndReason
from games.engine.seat_events import (
    AbortConsented,
    SeatKind,
    SeatLeft,
    SeatReplaced,
    SeatReturned,
    SeatTaken,
)
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.selectors.game_view import may_watch
from games.services import access, house, join_codes, offers
from games.services.askers import Asker
from games.services.errors import (
    BadRequestValueError,
    GameOverError,
    GameStartedError,
    NotCreatorError,
    UnknownGameError,
)
from games.services.execute import Command, Committed, Decided, execute
from games.services.moderation import glass
from games.services.opening import started_by
from games.services.play_errors import DecisionExpiredError, NothingDueError
from games.services.seat_errors import (
    AlreadySeatedError,
    CardsSeenError,
    GameFullError,
    NotAwayError,
    NotInvitedError,
    SeatTakenError,
)
from games.store import holders, load
from games.store.append import NewHolder
from games.store.load import Loaded


@dataclass(frozen=True, kw_only=True)
class TakeSeat(Command):
    """Sit down on a seat, or on any free one; the last one to do so starts the game.

    Who is invited sits down on the seat that is kept for them, which accepts the invitation.
    """

    asker: Asker
    seat: int | None = None
    invited: bool = False
    """Whether a code opened a private game to this account."""
    blockers: frozenset[UUID] = frozenset()
    """The accounts that keep this one from their games."""
    commitment: str | None = None
    """To the entropy (hex) that it will add to the shuffles."""
    played: frozenset[int] | None = None
    """The seats of a running game that the account has held; None: it asks for no such seat."""

    @property
    def asked(self) -> tuple[object, ...]:
        """The seat and the commitment."""
        return self.seat, self.commitment

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse with the one thing that is in the way."""
        self._must_be_welcome(loaded)
        if loaded.state.status.is_in_play:
            return self._take_over(loaded)
        access.must_not_be_blocked(loaded, self.blockers)
        seat = self._free_seat(loaded)
        access.must_take_commitments(loaded, self.commitment)
        kept = loaded.state.seats[seat].holder
        holder = kept or str(uuid4())
        new = NewHolder(id=holder, account=self.asker.account, seat=seat)
        taken = SeatTaken(
            seat=seat, kind=self.asker.seat_kind, holder=holder, commitment=self.commitment
        )
        return Decided(
            events=started_by(loaded, [taken]),
            holders=[] if kept else [(new, self.asker.owner)],
        )

    def _take_over(self, loaded: Loaded) -> Decided:
        access.must_run(loaded)
        seat, before = offers.seat_for(loaded, self.account, wanted=self.seat, played=self.played)
        access.must_not_be_blocked(loaded, self.blockers)
        access.must_take_no_commitment(self.commitment)
        holder = str(uuid4())
        new = NewHolder(id=holder, account=self.asker.account, seat=seat)
        replaced = SeatReplaced(seat=seat, kind=self.asker.seat_kind, holder=holder)
        return Decided(
            events=[replaced], holders=[(new, self.asker.owner)], left=[before] if before else []
        )

    def _free_seat(self, loaded: Loaded) -> Seat:
        state = loaded.state
        own = loaded.invitation_of(self.account)
        if own is not None and self.seat in {None, own}:
            return own
        if own is not None:
            raise AlreadySeatedError("A seat of this game is kept for you: accept the invitation.")
        free = [s for s in state.seat_numbers if state.seats[s].kind is SeatKind.OPEN]
        if self.seat is None:
            if not free:
                raise GameFullError
            return free[0]
        if not 0 <= self.seat < len(state.seats):
            raise BadRequestValueError(f"There is no seat {self.seat} in this game.", "/seat")
        if state.seats[self.seat].kind is SeatKind.INVITED:
            raise NotInvitedError
        if self.seat not in free:
            raise SeatTakenError
        return Seat(self.seat)

    def _must_be_welcome(self, loaded: Loaded) -> None:
        """Raise what keeps this account from any seat of the game."""
        state = loaded.state
        if not self.invited and not may_watch(loaded, self.account):
            raise UnknownGameError
        if loaded.seat_of(self.account) is not None:
            raise AlreadySeatedError
        if state.status.is_in_play and self.played is None:
            raise GameStartedError
        if state.status.is_over:
            raise GameOverError
        if state.rated:
            self.asker.must_play_rated()


@dataclass(frozen=True, kw_only=True)
class LeaveSeat(Command):
    """Stand up before the start."""

    needs_rules: ClassVar[bool] = False

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse once the game has started."""
        seat = access.find_seat(loaded, self.account)
        if loaded.state.status.is_in_play:
            raise GameStartedError
        if loaded.state.status is not Status.OPEN:
            raise GameOverError
        holder = loaded.state.seats[seat].holder
        return Decided(events=[SeatLeft(seat=seat)], left=[holder] if holder else [])


@dataclass(frozen=True, kw_only=True)
class ReturnToSeat(Command):
    """Take back a seat that a house bot plays for its absent owner."""

    def is_sound(self, loaded: Loaded) -> bool:
        """Answer yes: it asks for nothing that could be wrong."""
        return True

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse unless the seat is away."""
        seat = access.find_seat(loaded, self.account)
        access.must_be_in_play(loaded)
        access.must_not_have_resigned(loaded, seat)
        record, owed = loaded.state.seats[seat], loaded.state.owed_by(seat)
        if record.state is not SeatState.AWAY:
            raise NotAwayError
        has_let_pass = owed is not None and owed.opened_at == record.left_at
        if has_let_pass and record.missed > settings.HERDBOOK_MISSED_DECISIONS:
            # Else who comes back within a second each time would keep a game waiting for ever.
            raise DecisionExpiredError(
                "You have let too many decisions pass in a row: the house answers this one. "
                "Come back when it has."
            )
        return Decided(events=[SeatReturned(seat=seat)])


@dataclass(frozen=True, kw_only=True)
class Resign(Command):
    """Give up for good."""

    def is_sound(self, loaded: Loaded) -> bool:
        """Answer yes: it asks for nothing that could be wrong."""
        return True

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse when play is over or the seat has given up before."""
        seat = access.find_seat(loaded, self.account)
        access.must_be_in_play(loaded)
        access.must_not_have_resigned(loaded, seat)
        stand_in = house.stand_in(loaded.state.ruleset)
        return Decided(
            events=give_up(loaded.state, seat, strategy=stand_in, reason=EndReason.RESIGNATION)
        )


@dataclass(frozen=True, kw_only=True)
class Abort(Command):
    """Break a game off: its creator before the start; in play, all who hold a seat together."""

    def decide(self, loaded: Loaded) -> Decided:
        """Abort, or record this seat's consent; the last consent aborts."""
        if not may_watch(loaded, self.account):
            raise UnknownGameError
        state = loaded.state
        if state.status is Status.OPEN:
            if not loaded.is_creator(self.account):
                raise NotCreatorError
            return Decided(events=[broken_off(state)])
        seat = access.find_seat(loaded, self.account)
        access.must_be_in_play(loaded)
        access.must_not_have_resigned(loaded, seat)
        others = [state.seats[other] for other in state.seat_numbers if other != seat]
        is_last = all(other.abort_consent for other in others if other.has_a_say)
        if state.seats[seat].abort_consent and not is_last:
            raise NothingDueError
        return Decided(events=[AbortConsented(seat=seat)])


def take_seat(
    *,
    game: UUID,
    asker: Asker,
    seat: int | None = None,
    code: str | None = None,
    commitment: str | None = None,
    avoided: frozenset[UUID] = frozenset(),
    key: str | None = None,
) -> Committed:
    """Sit down, or take over a seat that is on offer; raise `ServiceError` with what is in the way.

    A private game needs its `code`; with a wrong one, or none, it does not exist. `commitment` is
    to entropy that the seat will reveal before the deal. Nobody of `avoided` may have a part in it.
    """
    command = TakeSeat(
        game=game,
        account=asker.account,
        cause=asker.cause,
        key=key,
        asker=asker,
        seat=seat,
        invited=join_codes.opens(game, code),
        blockers=blockers_of(asker.account) | avoided,
        commitment=commitment,
    )
    try:
        return execute(command)
    except GameStartedError:
        if glass.has_seen(asker.account, game):
            raise CardsSeenError from None
        played = holders.seats_played(asker.account, game=game)
        return execute(replace(command, played=played))


def leave_seat(*, game: UUID, asker: Asker) -> Committed:
    """Stand up before the start; raise `ServiceError`."""
    return execute(LeaveSeat(game=game, account=asker.account, cause=asker.cause))


def return_to_seat(*, game: UUID, asker: Asker, key: str | None = None) -> Committed:
    """Take an away seat back; raise `ServiceError`."""
    return execute(ReturnToSeat(game=game, account=asker.account, cause=asker.cause, key=key))


def resign(*, game: UUID, asker: Asker, key: str | None = None) -> Committed:
    """Give up; raise `ServiceError`."""
    return execute(Resign(game=game, account=asker.account, cause=asker.cause, key=key))


def abort_game(*, game: UUID, asker: Asker, key: str | None = None) -> Committed:
    """Break the game off, or agree to it, once more without effect; raise `ServiceError`."""
    try:
        return execute(Abort(game=game, account=asker.account, cause=asker.cause, key=key))
    except NothingDueError:
        return Committed(game=load.game(game), events=[], replayed=True)
