"""What an order would do, before it is given: the same decision, and nothing written.

Staff sees by it what is public of the game, and no hand: what an order changes in the view of a
seat is never its cards, and the table is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from accounts.moderation.actors import Actor
from games.engine.seats import Seat
from games.selectors.game_view import View, event_view, view_of_seat
from games.services.errors import UnknownGameError
from games.services.execute import concluded
from games.services.moderation.orders.giving import prepare
from games.services.moderation.orders.order import Order
from games.store import load
from games.store.errors import UnknownGameError as NoSuchRowError
from games.store.load import Loaded, Recorded

HIDDEN = ("table", "free_moves", "server_now")
"""Members of a view that are no business of staff, or change by themselves."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What one seat would see of an order."""

    seat: Seat | None
    """None: a spectator."""
    events: Sequence[View]
    before: Mapping[str, Any]
    """The members of the view that would change, as they are now."""
    after: Mapping[str, Any]
    """The same members after the order."""


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What an order would do to a game at `version`; times are those of an order given now."""

    version: int
    events: Sequence[str]
    """Their types, in order."""
    seen: Sequence[Seen]
    """By each seat that somebody holds, before the order or after it, and by a spectator."""


def preview(
    *,
    actor: Actor,
    game: UUID,
    order: Order,
    reason: str,
    note: str = "",
    case: UUID | None = None,
) -> Preview:
    """Return what an order would do; raise as `giving.give` does."""
    command = prepare(actor=actor, game=game, order=order, reason=reason, note=note, case=case)
    try:
        before = load.game(game)
    except NoSuchRowError:
        raise UnknownGameError from None
    decided, events, state = concluded(command, before)
    owners = {**before.owners, **{new.id: owner for new, owner in decided.holders}}
    after = replace(before, state=state, owners=owners)
    recorded = [
        Recorded(version=version, at=before.now, cause=command.cause, command=uuid4(), event=event)
        for version, event in enumerate(events, start=before.state.version + 1)
    ]
    return Preview(
        version=before.state.version,
        events=[event.type for event in events],
        seen=[_seen(seat, recorded, before, after) for seat in _viewers(before, after)],
    )


def _viewers(before: Loaded, after: Loaded) -> list[Seat | None]:
    seats: list[Seat | None] = [
        seat
        for seat in before.state.seat_numbers
        if before.state.seats[seat].is_owned or after.state.seats[seat].is_owned
    ]
    return seats if before.state.private else [*seats, None]


def _seen(seat: Seat | None, recorded: Sequence[Recorded], before: Loaded, after: Loaded) -> Seen:
    was, will_be = _shown(before, seat), _shown(after, seat)
    changed = [name for name in was if was[name] != will_be[name]]
    return Seen(
        seat=seat,
        events=[event_view(one, seat) for one in recorded],
        before={name: was[name] for name in changed},
        after={name: will_be[name] for name in changed},
    )


def _shown(loaded: Loaded, seat: Seat | None) -> View:
    view = {name: one for name, one in view_of_seat(loaded, seat).items() if name not in HIDDEN}
    if view["decision"] is not None:
        owed = view["decision"]
        view["decision"] = {name: owed[name] for name in owed if name != "legal_moves"}
    return view
