"""Offering a seat of a running game to whoever takes it over."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID, uuid4

from django.conf import settings

from accounts import guests
from games.engine.seat_events import OfferWithdrawn, SeatKind, SeatOffered
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.services import access
from games.services.askers import Asker
from games.services.errors import BadRequestValueError, GameStartedError
from games.services.execute import Command, Committed, Decided, execute
from games.services.seat_errors import (
    AlreadyOfferedError,
    AlreadySeatedError,
    NotInvitedError,
    NotOfferedError,
    NotYourOfferError,
    OffersExhaustedError,
    RatedGameError,
    SeatNotVacatedError,
    UnknownSeatError,
)
from games.store import load
from games.store.append import NewHolder
from games.store.load import Loaded

MOST_OFFERS = 20
"""Made by one seat in a game, of its own and others together: each stays in the log for good.

Copies that race with the last one may exceed it by as many as there are.
"""


@dataclass(frozen=True, kw_only=True)
class OfferSeat(Command):
    """Offer one's own seat, or one that its owner has left, to an account or to the public."""

    seat: int
    to: str | None = None
    """The name of an account; None: the public."""
    guest: Asker | None = None
    """The account of this name, if it can be asked."""
    made: Sequence[Seat] = ()
    """The seats that have made the offers of this game, one for each."""
    needs_rules: ClassVar[bool] = False

    @property
    def asked(self) -> tuple[object, ...]:
        """The seat, and to whom."""
        return self.seat, self.to

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse what is not the asker's to give, and whom it cannot be given to."""
        own, seat = access.find_seat(loaded, self.account), _seat(loaded, self.seat)
        access.must_be_in_play(loaded)
        if loaded.state.rated:
            raise RatedGameError
        if seat != own:
            _must_be_left(loaded, own, seat)
        elif loaded.state.seats[own].is_untried:
            # Each change gives a full time anew: two accounts would keep a game waiting for ever.
            raise SeatNotVacatedError(
                "You have taken this seat over. Answer a decision before you offer it on."
            )
        if self.made.count(own) >= MOST_OFFERS:
            raise OffersExhaustedError
        if self.to is None:
            return self._to_the_public(loaded, own, seat)
        return self._to_one(loaded, own, seat)

    def _to_the_public(self, loaded: Loaded, own: Seat, seat: Seat) -> Decided:
        if loaded.state.private:
            raise BadRequestValueError(
                "Name the `account`: a private game has no public to offer a seat to.", "/account"
            )
        before = loaded.state.seats[seat].offer
        if before is not None and before.holder is None:
            raise AlreadyOfferedError
        return Decided(events=[SeatOffered(seat=seat, by=own)])

    def _to_one(self, loaded: Loaded, own: Seat, seat: Seat) -> Decided:
        guest = self.guest
        if guest is None:
            raise BadRequestValueError(
                f"There is no account {self.to!r} that you can offer a seat to.", "/account"
            )
        if loaded.seat_of(guest.account) is not None:
            raise BadRequestValueError("This account holds a seat of the game.", "/account")
        offered = loaded.offer_of(guest.account)
        if offered == seat:
            raise AlreadyOfferedError
        if offered is not None:
            raise BadRequestValueError("This account is offered another seat.", "/account")
        holder = str(uuid4())
        new = NewHolder(id=holder, account=guest.account, seat=None)
        return Decided(
            events=[SeatOffered(seat=seat, by=own, holder=holder)], holders=[(new, guest.owner)]
        )


@dataclass(frozen=True, kw_only=True)
class WithdrawOffer(Command):
    """Take an offer back: who made it, or the owner of the seat."""

    seat: int
    needs_rules: ClassVar[bool] = False

    @property
    def asked(self) -> tuple[object, ...]:
        """The seat."""
        return (self.seat,)

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse what is not on offer, and what another seat offered."""
        own, seat = access.find_seat(loaded, self.account), _seat(loaded, self.seat)
        access.must_be_in_play(loaded)
        offer = loaded.state.seats[seat].offer
        if offer is None:
            raise NotOfferedError
        if own not in {seat, offer.by}:
            raise NotYourOfferError
        return Decided(events=[OfferWithdrawn(seat=seat)])


def _seat(loaded: Loaded, number: int) -> Seat:
    if not 0 <= number < len(loaded.state.seats):
        raise UnknownSeatError
    return Seat(number)


def _must_be_left(loaded: Loaded, own: Seat, seat: Seat) -> None:
    """Raise unless the holder of `own` may offer `seat`, which is another's."""
    access.must_not_have_resigned(loaded, own)
    record = loaded.state.seats[seat]
    if record.kind is SeatKind.HOUSE or loaded.state.seats[own].played_by_house:
        raise SeatNotVacatedError
    if record.is_gone or record.state is SeatState.RESIGNED:
        return
    if record.left_at is None or loaded.now - record.left_at < settings.HERDBOOK_AWAY_LIFE:
        raise SeatNotVacatedError


def seat_for(
    loaded: Loaded, account: UUID | None, *, wanted: int | None, played: AbstractSet[int] | None
) -> tuple[Seat, str | None]:
    """Return a seat of a running game that the account may take over, and whose it was.

    `wanted` is the seat asked for, and `played` those the account has held in this game: who has
    seen one hand may not go on with another. Raises `GameStartedError` if nothing is on offer,
    `NotInvitedError` for what is offered to somebody else, `AlreadySeatedError`.
    """
    state, own = loaded.state, loaded.offer_of(account)
    public = [s for s in state.seat_numbers if (o := state.seats[s].offer) and o.holder is None]
    mine = public if own is None else [own, *public]
    if wanted is None:
        offered = mine
    else:
        offered = [seat for seat in mine if seat == wanted]
        others = [seat for seat in state.seat_numbers if state.seats[seat].offer is not None]
        if not offered and wanted in others:
            raise NotInvitedError("This seat is offered to somebody else.")
    if not offered:
        raise GameStartedError("This game has started, and no such seat is on offer.")
    free = [seat for seat in offered if set(played or ()) <= {seat}]
    if not free:
        raise AlreadySeatedError("You have held another seat of this game.")
    return free[0], state.seats[free[0]].holder


def offer_seat(
    *, game: UUID, seat: int, asker: Asker, account: str | None = None, key: str | None = None
) -> Committed:
    """Offer a seat to the account of this name, or to the public; raise `ServiceError`."""
    found = guests.invitable_account(account, by=asker.account) if account is not None else None
    guest = None
    if found is not None:
        guest = Asker(account=found.id, name=found.name, is_bot=found.kind == found.Kind.BOT)
    return execute(
        OfferSeat(
            game=game,
            account=asker.account,
            cause=asker.cause,
            key=key,
            seat=seat,
            to=account,
            guest=guest,
            made=[event.by for _, event in load.events_of_type(game, SeatOffered)],
        )
    )


def withdraw_offer(*, game: UUID, seat: int, asker: Asker) -> Committed:
    """Take an offer back; raise `ServiceError`."""
    return execute(WithdrawOffer(game=game, account=asker.account, cause=asker.cause, seat=seat))
