"""What somebody wants of a new game, checked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import msgspec

from accounts import guests
from games.engine import errors as rule_errors
from games.engine.clocks import (
    BadTimeControlError,
    TimeControl,
    UnknownPartError,
    parse_time_control,
)
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.seat_events import SeatKind
from games.services import house, opening
from games.services.askers import Asker
from games.services.errors import BadOptionsError, BadRequestValueError, UnknownMemberError
from games.services.execute import Committed
from games.services.opening import GamePlan, SeatPlan
from games.services.seat_errors import BadSeatsError

DUEL = 2


@dataclass(frozen=True, kw_only=True)
class WantedSeat:
    """One entry of the list of seats of a new game."""

    kind: str
    """`me`, `open`, `house` or `invite`."""
    strategy: str | None = None
    """Of a house seat."""
    account: str | None = None
    """The name of who is invited."""
    commitment: str | None = None
    """Of the creator's own seat, to the entropy (hex) that it adds to the shuffles."""


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
    `BadSeatsError`, `BadOptionsError` or `BadRequestValueError` with a pointer, and
    `CasualOnlyError`.
    """
    plan = plan_game(
        asker=asker,
        ruleset=ruleset,
        seats=seats,
        options=options,
        time_control=time_control,
        rated=rated,
        private=private,
    )
    return opening.open_game(plan, asker=asker, reserve=reserve)


def plan_game(
    *,
    asker: Asker,
    ruleset: str,
    seats: Sequence[WantedSeat],
    options: Mapping[str, Any],
    time_control: Mapping[str, Any] | None = None,
    rated: bool = False,
    private: bool = False,
) -> GamePlan:
    """Return what is wanted with all defaults filled in; raise as `create_game` does."""
    rules = _ruleset(ruleset)
    if rated:
        asker.must_play_rated()
    return GamePlan(
        rules=rules,
        seats=plan_seats(rules, seats, asker=asker),
        options=_options(rules, options, len(seats), rated=rated),
        time_control=_time_control(time_control, rated_duel=rated and len(seats) == DUEL),
        rated=rated,
        private=private,
    )


def _ruleset(slug: str) -> AnyRuleset:
    try:
        return find_ruleset(slug)
    except rule_errors.UnknownRulesetError as refusal:
        hint = "GET /api/v1/rulesets lists those there are."
        raise BadRequestValueError(f"{refusal.reason} {hint}", "/ruleset") from None


def plan_seats(rules: AnyRuleset, seats: Sequence[WantedSeat], *, asker: Asker) -> list[SeatPlan]:
    """Return who is to hold each seat; raise `BadSeatsError` unless they can play this ruleset."""
    counts = rules.seat_counts
    if len(seats) not in counts:
        raise BadSeatsError(
            f"{rules.title} is for {counts[0]} to {counts[-1]} seats, not {len(seats)}.", "/seats"
        )
    if sum(wanted.kind == "me" for wanted in seats) > 1:
        raise BadSeatsError("You can take one seat only.", "/seats")
    plans = [
        _plan_seat(rules, wanted, asker=asker, pointer=f"/seats/{number}")
        for number, wanted in enumerate(seats)
    ]
    occupants = [plan.occupant.account for plan in plans if plan.occupant is not None]
    if len(set(occupants)) < len(occupants):
        raise BadSeatsError("An account can hold one seat of a game only.", "/seats")
    return plans


def _plan_seat(rules: AnyRuleset, wanted: WantedSeat, *, asker: Asker, pointer: str) -> SeatPlan:
    if wanted.strategy is not None and wanted.kind != "house":
        raise BadSeatsError("Only a house seat has a strategy.", f"{pointer}/strategy")
    if wanted.account is not None and wanted.kind != "invite":
        raise BadSeatsError("Only an invitation names an account.", f"{pointer}/account")
    if wanted.commitment is not None and wanted.kind != "me":
        raise BadSeatsError("You can commit for your own seat only.", f"{pointer}/commitment")
    match wanted.kind:
        case "me":
            return SeatPlan(kind=asker.seat_kind, occupant=asker, commitment=wanted.commitment)
        case "house":
            if not house.has_strategy(rules.slug, wanted.strategy or ""):
                known = ", ".join(one.name for one in house.strategies(rules.slug)) or "none"
                raise BadSeatsError(
                    f"A house seat needs a strategy of {rules.title}: {known}.",
                    f"{pointer}/strategy",
                )
            return SeatPlan(kind=SeatKind.HOUSE, strategy=wanted.strategy)
        case "invite":
            guest = _guest(wanted.account, asker=asker, pointer=f"{pointer}/account")
            return SeatPlan(kind=SeatKind.INVITED, occupant=guest)
        case _:
            return SeatPlan(kind=SeatKind.OPEN)


def _guest(name: str | None, *, asker: Asker, pointer: str) -> Asker:
    """Return who is invited; raise `BadSeatsError` if that cannot be."""
    if name is None:
        raise BadSeatsError("An invitation names the `account` it is for.", pointer)
    if name == asker.name:
        raise BadSeatsError('To sit down yourself, use {"kind": "me"}.', pointer)
    guest = guests.invitable_account(name, by=asker.account)
    if guest is None:
        raise BadSeatsError(f"There is no account {name!r} that you can invite.", pointer)
    return Asker(account=guest.id, name=guest.name, is_bot=guest.kind == guest.Kind.BOT)


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
    except UnknownPartError as refusal:
        raise UnknownMemberError(f"In `time_control`: {refusal.reason}") from None
    except BadTimeControlError as refusal:
        raise BadRequestValueError(refusal.reason, "/time_control" + refusal.pointer) from None
