"""Making games, and starting them."""

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec

from games import projections
from games.engine import errors as rule_errors
from games.engine.chance import SecretChance
from games.engine.clocks import BadTimeControlError, TimeControl, parse_time_control
from games.engine.events import Cause, Event
from games.engine.game import GameState, apply_commit, conclude
from games.engine.lifecycle import GameCreated, GameStarted, SeatKind, SeatTaken
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.seats import Seat
from games.services import house
from games.services.errors import (
    BadOptionsError,
    BadRequestValueError,
    BadSeatsError,
    BusyError,
)
from games.services.execute import TRIES, Committed, announce
from games.store import append, clock, load
from games.store.append import NewHolder
from games.store.errors import UnknownGameError
from games.store.load import Loaded, Owner

DUEL = 2


@dataclass(frozen=True, kw_only=True)
class Asker:
    """The account that asks, with what a game must know of it."""

    account: UUID
    name: str
    is_bot: bool

    @property
    def cause(self) -> Cause:
        """What its commands are recorded as."""
        return Cause.BOT if self.is_bot else Cause.PLAYER

    @property
    def seat_kind(self) -> SeatKind:
        """What its seat is shown as."""
        return SeatKind.BOT if self.is_bot else SeatKind.PERSON

    @property
    def owner(self) -> Owner:
        """Itself, as a loaded game lists it."""
        return Owner(account=self.account, name=self.name, is_bot=self.is_bot)


@dataclass(frozen=True, kw_only=True)
class WantedSeat:
    """One entry of the list of seats of a new game."""

    kind: str
    """`me`, `open` or `house`."""
    strategy: str | None = None


def create_game(
    *,
    asker: Asker,
    ruleset: str,
    seats: Sequence[WantedSeat],
    options: Mapping[str, Any],
    time_control: Mapping[str, Any] | None = None,
    rated: bool = False,
    private: bool = False,
    reserve: Callable[[], UUID] = uuid4,
) -> Committed:
    """Make a game; it starts at once when every seat is held.

    `reserve` gives its id once the request is known to be good, so that a refused one leaves no
    trace; if it is the id of a game that is there already, that game is the answer. Raises
    `BadSeatsError`, `BadOptionsError` or `BadRequestValueError` with a pointer.
    """
    started = time.monotonic()
    rules = _ruleset(ruleset)
    check_seats(rules, seats)
    secret = secrets.token_bytes(32)
    creator, own_holder = str(uuid4()), str(uuid4())
    created = GameCreated(
        ruleset=ruleset,
        rules_version=rules.rules_version,
        seats=len(seats),
        options=_options(rules, options, len(seats), rated=rated),
        time_control=_time_control(time_control, rated_duel=rated and len(seats) == DUEL),
        rated=rated,
        private=private,
        creator=creator,
        commitment=hashlib.sha256(secret).hexdigest(),
    )
    seated = [created, *_seats_taken(seats, asker, own_holder)]
    holders = [NewHolder(id=creator, account=asker.account, seat=None)] + [
        NewHolder(id=own_holder, account=asker.account, seat=Seat(number))
        for number, wanted in enumerate(seats)
        if wanted.kind == "me"
    ]
    game = reserve()
    for _ in range(TRIES):
        if (earlier := _made_before(game)) is not None:
            return earlier
        now = clock.now()
        opening = start_if_full(apply_commit(None, seated, now), secret)
        events, after = conclude(None, [*seated, *opening], now)
        appending = append.Append(
            game=game,
            expected=0,
            at=now,
            cause=asker.cause,
            events=events,
            after=after,
            decisions=projections.open_decisions(game, after),
            holders=holders,
            secret=secret,
        )
        if append.append_events([appending])[0].result is append.Result.DONE:
            owners = {new.id: asker.owner for new in holders}
            loaded = Loaded(id=game, now=now, state=after, secret=secret, owners=owners)
            return announce(appending, loaded, started)
    raise BusyError


def _made_before(game: UUID) -> Committed | None:
    try:
        loaded = load.game(game)
    except UnknownGameError:
        return None
    return Committed(game=loaded, events=[], replayed=True)


def _ruleset(slug: str) -> AnyRuleset:
    try:
        return find_ruleset(slug)
    except rule_errors.UnknownRulesetError as refusal:
        raise BadRequestValueError(refusal.reason, "/ruleset") from None


def check_seats(rules: AnyRuleset, seats: Sequence[WantedSeat]) -> None:
    """Raise `BadSeatsError` unless the ruleset can be played by these seats."""
    counts = rules.seat_counts
    if len(seats) not in counts:
        raise BadSeatsError(
            f"{rules.title} is for {counts[0]} to {counts[-1]} seats, not {len(seats)}.", "/seats"
        )
    if sum(wanted.kind == "me" for wanted in seats) > 1:
        raise BadSeatsError("You can take one seat only.", "/seats")
    known = ", ".join(strategy.name for strategy in house.strategies(rules.slug)) or "none"
    for number, wanted in enumerate(seats):
        if wanted.kind == "house" and not house.has_strategy(rules.slug, wanted.strategy or ""):
            raise BadSeatsError(
                f"A house seat needs a strategy of {rules.title}: {known}.",
                f"/seats/{number}/strategy",
            )
        if wanted.kind != "house" and wanted.strategy is not None:
            raise BadSeatsError("Only a house seat has a strategy.", f"/seats/{number}/strategy")


def _options(
    rules: AnyRuleset, asked: Mapping[str, Any], seats: int, *, rated: bool
) -> dict[str, Any]:
    """Return all options with their defaults filled in."""
    defaults = {"first_seat": "random"} if rated else {}
    try:
        options = rules.parse_options({**defaults, **asked}, seats)
    except rule_errors.BadOptionsError as refusal:
        raise BadOptionsError(refusal.reason, "/options" + refusal.pointer) from None
    filled: dict[str, Any] = msgspec.to_builtins(options)
    return filled


def _time_control(asked: Mapping[str, Any] | None, *, rated_duel: bool) -> TimeControl:
    try:
        return parse_time_control(asked, rated_duel=rated_duel)
    except BadTimeControlError as refusal:
        raise BadRequestValueError(refusal.reason, "/time_control" + refusal.pointer) from None


def _seats_taken(seats: Sequence[WantedSeat], asker: Asker, own_holder: str) -> list[SeatTaken]:
    taken: list[SeatTaken] = []
    for number, wanted in enumerate(seats):
        if wanted.kind == "me":
            taken.append(SeatTaken(seat=Seat(number), kind=asker.seat_kind, holder=own_holder))
        elif wanted.kind == "house":
            taken.append(
                SeatTaken(seat=Seat(number), kind=SeatKind.HOUSE, strategy=wanted.strategy)
            )
    return taken


def start_if_full(game: GameState, secret: bytes) -> list[Event]:
    """Return the events of the start and the first deal once every seat is held, else none."""
    if any(record.kind is SeatKind.OPEN for record in game.seats):
        return []
    asked = game.options["first_seat"]
    first = Seat(secrets.randbelow(len(game.seats)) if asked == "random" else asked)
    rules = game.game_rules
    options = rules.parse_options({**game.options, "first_seat": first}, len(game.seats))
    deal = rules.deal(options, len(game.seats), SecretChance(secret, 0))
    return [GameStarted(first_seat=first), *deal]


def started_by(
    now: datetime, game: GameState, events: Sequence[Event], secret: bytes
) -> list[Event]:
    """Return `events` with those of the start, if they fill the last seat."""
    return [*events, *start_if_full(apply_commit(game, events, now), secret)]
