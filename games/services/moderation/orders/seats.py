"""Orders about who plays a seat: the house, a person or a bot account in the place of whoever does."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import ClassVar
from uuid import UUID, uuid4

from django.utils import timezone

from accounts.errors import AccountSanctionedError, UnknownPlayerError
from accounts.models import Account
from accounts.moderation.errors import BadOrderError, NothingToDoError
from accounts.selectors import blockers_of, find_player
from games.engine.game import Status
from games.engine.order_events import OrderKind
from games.engine.seat_events import SeatKind, SeatReplaced
from games.engine.seat_records import SeatState
from games.engine.seats import Seat
from games.services import house
from games.services.askers import Asker
from games.services.execute import Decided
from games.services.moderation import glass
from games.services.moderation.orders.order import (
    Order,
    find_seat,
    must_be,
    rules_must_answer,
)
from games.services.moderation.orders.refusals import WrongStatusError
from games.services.seat_errors import CasualOnlyError
from games.store import holders
from games.store.append import NewHolder
from games.store.load import Loaded
from games.store.quiet_hours import read_quiet_hours


@dataclass(frozen=True, kw_only=True)
class ReplaceByHouse(Order):
    """Let a house bot hold a seat, for good. Taken back by `ReplaceByPlayer`."""

    kind: ClassVar[OrderKind] = OrderKind.REPLACE
    seat: int
    strategy: str | None = None
    """None: the one that stands in for who is away."""

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse a strategy that there is not, and one that plays the seat already."""
        _must_be_played(loaded)
        seat, state = find_seat(loaded, self.seat), loaded.state
        strategy = self.strategy or house.stand_in(state.ruleset)
        if strategy is None or not house.has_strategy(state.ruleset, strategy):
            known = ", ".join(one.name for one in house.strategies(state.ruleset)) or "none"
            raise BadOrderError("strategy", f"There is no such strategy, but {known}.")
        record = state.seats[seat]
        if (record.kind, record.strategy) == (SeatKind.HOUSE, strategy):
            raise NothingToDoError("This house bot plays the seat already.")
        replaced = SeatReplaced(seat=seat, kind=SeatKind.HOUSE, strategy=strategy)
        return Decided(events=[replaced], left=_holder(loaded, seat))


@dataclass(frozen=True, kw_only=True)
class ReplaceByPlayer(Order):
    """Give a seat to an account, or back to it; whoever gives it has asked them.

    Nobody who has seen another hand of this game gets it.
    """

    kind: ClassVar[OrderKind] = OrderKind.REPLACE
    seat: int
    account: str
    """The name."""
    asker: Asker | None = None
    """The account of this name."""
    played: AbstractSet[int] = frozenset()
    """The seats that it has held since play began."""
    blockers: AbstractSet[UUID] = frozenset()
    """The accounts that keep it from their games."""

    @property
    def given_to(self) -> frozenset[UUID]:
        """The account, once the order is prepared."""
        return frozenset() if self.asker is None else frozenset({self.asker.account})

    def prepared(self, game: UUID) -> "ReplaceByPlayer":
        """Return the order with the account; raise `BadOrderError` for one that cannot play."""
        try:
            found = find_player(self.account)
        except UnknownPlayerError as refusal:
            raise BadOrderError("account", str(refusal)) from None
        now, played = timezone.now(), holders.seats_played(found.id, game=game)
        if found.suspended_until is not None and found.suspended_until > now:
            raise BadOrderError("account", "This account is suspended.")
        if glass.has_seen(found.id, game):
            raise BadOrderError("account", "This account has looked at the hidden cards.")
        if found.accepts == Account.Accepts.NOBODY and not played:
            raise BadOrderError("account", "This account takes no seat that others give it.")
        unrated = found.unrated_until
        asker = Asker(
            account=found.id,
            name=found.name,
            is_bot=found.kind == Account.Kind.BOT,
            casual_only=found.sandbox,
            unrated_until=unrated if unrated is not None and unrated > now else None,
            quiet_hours=read_quiet_hours(found.time_zone, found.quiet_hours),
        )
        return replace(self, asker=asker, played=played, blockers=blockers_of(found.id))

    def decide(self, loaded: Loaded) -> Decided:
        """Refuse who has, or had, another part in the game, or may have none."""
        _must_be_played(loaded)
        seat, asker = find_seat(loaded, self.seat), self.asker
        assert asker is not None, "the order was prepared"
        held = loaded.seat_of(asker.account)
        record = loaded.state.seats[seat]
        if held == seat and record.state is SeatState.PLAYING:
            raise NothingToDoError("This account plays the seat already.")
        if held not in {None, seat} or not self.played <= {seat}:
            raise BadOrderError("account", "This account has held another seat of the game.")
        if any(owner.account in self.blockers for owner in loaded.owners.values()):
            raise BadOrderError("account", "Somebody in this game has blocked this account.")
        if loaded.state.rated:
            try:
                asker.must_play_rated()
            except (CasualOnlyError, AccountSanctionedError):
                raise BadOrderError("account", "This account plays no rated games.") from None
        holder = str(uuid4())
        new = NewHolder(id=holder, account=asker.account, seat=seat)
        return Decided(
            events=[SeatReplaced(seat=seat, kind=asker.seat_kind, holder=holder)],
            holders=[(new, asker.owner)],
            left=_holder(loaded, seat),
        )


def _must_be_played(loaded: Loaded) -> None:
    """Raise `WrongStatusError` unless the game can be asked what the seat owes."""
    must_be(loaded, Status.RUNNING, Status.PAUSED)
    pause = loaded.state.pause
    if not loaded.state.rules_installed or (pause is not None and pause.incident is not None):
        raise WrongStatusError(
            "The rules of this game do not answer. Resume, adjudicate or abort it."
        )
    rules_must_answer(loaded)


def _holder(loaded: Loaded, seat: Seat) -> list[str]:
    holder = loaded.state.seats[seat].holder
    return [] if holder is None else [holder]
