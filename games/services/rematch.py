"""Playing the same people again."""

from typing import Any
from uuid import UUID

import msgspec

from accounts import guests
from accounts.models import Account
from games.engine import errors as rule_errors
from games.engine.game import GameState, Status
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.seat_events import SeatKind
from games.selectors.game_view import may_watch, rematch_id
from games.services import invitations, opening
from games.services.askers import Asker
from games.services.errors import (
    BadOptionsError,
    GameNotRunningError,
    GameRunningError,
    RulesNotInstalledError,
    ServiceError,
    UnknownGameError,
)
from games.services.execute import Committed, explain
from games.services.opening import GamePlan, SeatPlan
from games.services.seat_errors import NotSeatedError
from games.store import load
from games.store.errors import UnknownGameError as NoSuchRowError
from games.store.load import Loaded


def ask_rematch(*, game: UUID, asker: Asker) -> Committed:
    """Make the one successor of a game that is over, or sit down in it.

    Its id follows from that of the first game, so whoever asks first makes it, and of two who ask
    at once one does. Bot accounts sit down by themselves, people are invited; asking for the
    rematch accepts the invitation. Raises `ServiceError`.
    """
    try:
        before = load.game(game)
    except NoSuchRowError:
        raise UnknownGameError from None
    _check(before, asker)
    if before.state.rated and opening.made_before(rematch_id(game)) is None:
        asker.must_play_rated()
    rules = _newest(before.state.ruleset)
    plan = GamePlan(
        rules=rules,
        seats=[_seat(before, number, asker) for number in range(len(before.state.seats))],
        options=_turned(before.state, rules),
        time_control=before.state.time_control,
        rated=before.state.rated,
        private=before.state.private,
        rematch_of=game,
    )
    made = opening.open_game(plan, asker=asker, reserve=lambda: rematch_id(game))
    if made.replayed and made.game.invitation_of(asker.account) is not None:
        return invitations.answer(game=made.game.id, asker=asker, accept=True)
    if not may_watch(made.game, asker.account):
        raise UnknownGameError("The rematch of this game is private, and you have no part in it.")
    return made


def _check(before: Loaded, asker: Asker) -> None:
    """Raise what is in the way of a rematch."""
    if not may_watch(before, asker.account):
        raise UnknownGameError
    refusals: dict[Status, ServiceError] = {
        Status.OPEN: GameNotRunningError(),
        Status.RUNNING: GameRunningError(),
        Status.PAUSED: GameRunningError(),
    }
    refusal = refusals.get(before.state.status)
    if before.seat_of(asker.account) is None:
        refusal = NotSeatedError()
    if refusal is not None:
        raise explain(refusal, before, asker.account)


def _seat(before: Loaded, number: int, asker: Asker) -> SeatPlan:
    """Return who holds a seat of the rematch: the same as before, if they may be asked."""
    record = before.state.seats[number]
    owner = before.owners.get(record.holder) if record.holder is not None else None
    if owner is None:
        is_house = record.kind is SeatKind.HOUSE
        kind = SeatKind.HOUSE if is_house else SeatKind.OPEN
        return SeatPlan(kind=kind, strategy=record.strategy if is_house else None)
    occupant = Asker(
        account=owner.account,
        name=owner.name,
        is_bot=owner.is_bot,
        quiet_hours=owner.quiet_hours,
    )
    is_other = owner.account != asker.account
    if is_other:
        guest = guests.invitable_account(owner.name, by=asker.account)
        # A bot is not asked, and would sit there without being able to move.
        if guest is None or (owner.is_bot and _is_kept_away(guest, before)):
            return SeatPlan(kind=SeatKind.OPEN)
    if owner.is_bot or not is_other:
        return SeatPlan(kind=occupant.seat_kind, occupant=occupant)
    return SeatPlan(kind=SeatKind.INVITED, occupant=occupant)


def _is_kept_away(bot: Account, before: Loaded) -> bool:
    """Answer whether a sanction keeps a bot, as it keeps its owner, from a game like this."""
    ends = [bot.suspended_until, bot.unrated_until if before.state.rated else None]
    return any(until is not None and until > before.now for until in ends)


def _newest(slug: str) -> AnyRuleset:
    try:
        return find_ruleset(slug)
    except rule_errors.UnknownRulesetError:
        raise RulesNotInstalledError from None


def _turned(before: GameState, rules: AnyRuleset) -> dict[str, Any]:
    """Return the options with the first seat moved one to the left.

    Raises `BadOptionsError` if the rules have changed since so that they do not fit any more.
    """
    first = before.options["first_seat"]
    if isinstance(first, int):
        first = (first + 1) % len(before.seats)
    turned = {**before.options, "first_seat": first}
    try:
        filled: dict[str, Any] = msgspec.to_builtins(rules.parse_options(turned, len(before.seats)))
    except rule_errors.BadOptionsError as refusal:
        raise BadOptionsError(refusal.reason, "/options" + refusal.pointer) from None
    return filled
